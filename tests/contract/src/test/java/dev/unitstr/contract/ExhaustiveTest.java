package dev.unitstr.contract;

@EveryRun
class ExhaustiveTest extends ExhaustiveContract {
    ExhaustiveTest() {
        super(BufferKind.ALL);
    }
}
