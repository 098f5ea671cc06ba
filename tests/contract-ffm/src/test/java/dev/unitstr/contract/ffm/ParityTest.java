package dev.unitstr.contract.ffm;

import dev.unitstr.contract.ParityContract;

@EveryRun
class ParityTest extends ParityContract {
    ParityTest() {
        super(SegmentRegions.MAKERS);
    }
}
