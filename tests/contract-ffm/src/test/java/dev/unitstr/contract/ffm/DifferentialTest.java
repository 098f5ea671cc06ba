package dev.unitstr.contract.ffm;

import dev.unitstr.contract.DifferentialContract;

@EveryRun
class DifferentialTest extends DifferentialContract {
    DifferentialTest() {
        super(SegmentKind.ALL);
    }
}
