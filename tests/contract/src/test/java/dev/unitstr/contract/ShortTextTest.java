package dev.unitstr.contract;

@EveryRun
class ShortTextTest extends ShortTextContract {
    ShortTextTest() {
        super(BufferKind.ALL);
    }
}
