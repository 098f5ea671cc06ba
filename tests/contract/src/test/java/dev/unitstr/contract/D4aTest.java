package dev.unitstr.contract;

import dev.unitstr.values.D4aArguments;

@EveryRun
class D4aTest extends D4aContract {
    D4aTest() {
        super(() -> D4aArguments.create(false));
    }
}
