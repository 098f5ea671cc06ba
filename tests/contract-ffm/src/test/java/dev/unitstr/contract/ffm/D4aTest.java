package dev.unitstr.contract.ffm;

import dev.unitstr.contract.D4aContract;
import dev.unitstr.ffm.values.SegmentValues;
import java.lang.foreign.Arena;

@EveryRun
class D4aTest extends D4aContract {
    D4aTest() {
        super(() -> SegmentValues.d4aArguments(Arena.ofAuto(), false));
    }
}
