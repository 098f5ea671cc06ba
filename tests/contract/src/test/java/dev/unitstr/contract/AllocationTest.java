package dev.unitstr.contract;

import org.junit.jupiter.api.Tag;

@EveryRun
@Tag("any-isa") // takes a JVM, and no kernel allocates
class AllocationTest extends AllocationContract {
    AllocationTest() {
        super(AllocationProbe.class);
    }
}
