package dev.unitstr.contract.ffm;

import dev.unitstr.contract.AllocationContract;

@EveryRun
class AllocationTest extends AllocationContract {
    AllocationTest() {
        super(SegmentAllocationProbe.class);
    }
}
