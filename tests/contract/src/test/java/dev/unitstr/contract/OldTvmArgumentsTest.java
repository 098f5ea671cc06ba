package dev.unitstr.contract;

import dev.unitstr.values.OldTvmArguments;

@EveryRun
class OldTvmArgumentsTest extends OldTvmArgumentsContract {
    OldTvmArgumentsTest() {
        super(() -> OldTvmArguments.create(false));
    }
}
