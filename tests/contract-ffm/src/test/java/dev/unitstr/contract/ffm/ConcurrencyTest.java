package dev.unitstr.contract.ffm;

import dev.unitstr.contract.ConcurrencyContract;

@EveryRun
class ConcurrencyTest extends ConcurrencyContract {
    ConcurrencyTest() {
        super(SegmentKind.ALL);
    }
}
