package dev.unitstr.contract;

@EveryRun
class IndexTest extends IndexContract {
    IndexTest() {
        super(BufferKind.ALL);
    }
}
