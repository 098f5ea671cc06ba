package dev.unitstr.contract;

import dev.unitstr.BufferStrings;

@EveryRun
class EnvironmentTest extends EnvironmentContract {
    EnvironmentTest() {
        super(BufferStrings.class);
    }
}
