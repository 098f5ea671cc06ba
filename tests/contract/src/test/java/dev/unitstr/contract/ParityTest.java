package dev.unitstr.contract;

@EveryRun
class ParityTest extends ParityContract {
    ParityTest() {
        super(Regions.MAKERS);
    }
}
