package dev.unitstr.contract.ffm;

import dev.unitstr.contract.DecodersContract;

@EveryRun
class DecodersTest extends DecodersContract {
    DecodersTest() {
        super(SegmentKind.ALL);
    }
}
