package dev.unitstr.contract.ffm;

import dev.unitstr.contract.ChunksContract;

@EveryRun
class ChunksTest extends ChunksContract {
    ChunksTest() {
        super(SegmentKind.ALL);
    }
}
