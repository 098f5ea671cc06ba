package dev.unitstr.contract;

@EveryRun
class LawsTest extends LawsContract {
    LawsTest() {
        super(BufferKind.ALL);
    }
}
