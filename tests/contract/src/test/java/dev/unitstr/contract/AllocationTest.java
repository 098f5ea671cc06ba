package dev.unitstr.contract;

@EveryRun
class AllocationTest extends AllocationContract {
    AllocationTest() {
        super(AllocationProbe.class);
    }
}
