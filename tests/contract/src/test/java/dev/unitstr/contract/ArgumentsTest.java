package dev.unitstr.contract;

@EveryRun
class ArgumentsTest extends ArgumentsContract {
    ArgumentsTest() {
        super(BufferKind.ALL);
    }
}
