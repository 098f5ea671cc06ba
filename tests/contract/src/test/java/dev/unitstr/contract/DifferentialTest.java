package dev.unitstr.contract;

@EveryRun
class DifferentialTest extends DifferentialContract {
    DifferentialTest() {
        super(BufferKind.ALL);
    }
}
