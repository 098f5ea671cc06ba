package dev.unitstr.contract;

import org.junit.jupiter.api.Tag;

@EveryRun
@Tag("any-isa") // takes a JVM for 15 s; what allocates is not in the kernels
class AllocationTest extends AllocationContract {
    AllocationTest() {
        super(AllocationProbe.class);
    }
}
