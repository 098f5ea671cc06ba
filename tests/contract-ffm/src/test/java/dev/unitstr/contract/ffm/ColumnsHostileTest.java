package dev.unitstr.contract.ffm;

import dev.unitstr.contract.ColumnsHostileContract;

@EveryRun
class ColumnsHostileTest extends ColumnsHostileContract {
    ColumnsHostileTest() {
        super(SegmentColumnKind.ALL);
    }
}
