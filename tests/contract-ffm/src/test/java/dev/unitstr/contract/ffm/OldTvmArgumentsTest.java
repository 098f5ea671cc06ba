package dev.unitstr.contract.ffm;

import dev.unitstr.contract.OldTvmArgumentsContract;
import dev.unitstr.ffm.values.SegmentValues;
import java.lang.foreign.Arena;

@EveryRun
class OldTvmArgumentsTest extends OldTvmArgumentsContract {
    OldTvmArgumentsTest() {
        super(() -> SegmentValues.oldTvmArguments(Arena.ofAuto(), false));
    }
}
