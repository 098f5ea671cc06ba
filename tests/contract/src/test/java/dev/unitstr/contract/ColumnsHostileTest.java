package dev.unitstr.contract;

@EveryRun
class ColumnsHostileTest extends ColumnsHostileContract {
    ColumnsHostileTest() {
        super(ColumnKind.BUFFERS);
    }
}
