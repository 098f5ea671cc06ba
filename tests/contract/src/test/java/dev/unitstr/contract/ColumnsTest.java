package dev.unitstr.contract;

@EveryRun
class ColumnsTest extends ColumnsContract {
    ColumnsTest() {
        super(ColumnKind.BUFFERS);
    }
}
