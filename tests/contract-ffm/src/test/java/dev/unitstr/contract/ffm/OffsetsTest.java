package dev.unitstr.contract.ffm;

import dev.unitstr.contract.OffsetsContract;

@EveryRun
class OffsetsTest extends OffsetsContract {
    OffsetsTest() {
        super(SegmentKind.ALL);
    }
}
