package dev.unitstr.contract;

@EveryRun
class ConcurrencyTest extends ConcurrencyContract {
    ConcurrencyTest() {
        super(BufferKind.ALL);
    }
}
