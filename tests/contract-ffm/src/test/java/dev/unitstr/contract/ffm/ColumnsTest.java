package dev.unitstr.contract.ffm;

import dev.unitstr.contract.ColumnsContract;

@EveryRun
class ColumnsTest extends ColumnsContract {
    ColumnsTest() {
        super(SegmentColumnKind.ALL);
    }
}
