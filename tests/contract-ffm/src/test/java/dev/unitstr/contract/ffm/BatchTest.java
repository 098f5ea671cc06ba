package dev.unitstr.contract.ffm;

import dev.unitstr.contract.BatchContract;

@EveryRun
class BatchTest extends BatchContract {
    BatchTest() {
        super(SegmentKind.ALL);
    }
}
