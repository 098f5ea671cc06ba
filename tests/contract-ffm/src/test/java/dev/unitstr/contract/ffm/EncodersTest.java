package dev.unitstr.contract.ffm;

import dev.unitstr.contract.EncodersContract;

@EveryRun
class EncodersTest extends EncodersContract {
    EncodersTest() {
        super(SegmentKind.ALL);
    }
}
