package dev.unitstr.contract;

@EveryRun
class TensorParityTest extends TensorParityContract {
    TensorParityTest() {
        super(Regions.MAKERS);
    }
}
