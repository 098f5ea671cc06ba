package dev.unitstr.contract.ffm;

import dev.unitstr.contract.VectorsContract;

@EveryRun
class VectorsTest extends VectorsContract {
    VectorsTest() {
        super(SegmentKind.ALL);
    }
}
