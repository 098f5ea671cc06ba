package dev.unitstr.contract.ffm;

import dev.unitstr.contract.TruncationContract;

@EveryRun
class TruncationTest extends TruncationContract {
    TruncationTest() {
        super(SegmentKind.ALL);
    }
}
