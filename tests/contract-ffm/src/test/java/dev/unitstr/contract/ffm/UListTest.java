package dev.unitstr.contract.ffm;

import dev.unitstr.contract.UListContract;
import dev.unitstr.ffm.values.SegmentValues;
import java.lang.foreign.Arena;

@EveryRun
class UListTest extends UListContract {
    UListTest() {
        super(() -> SegmentValues.list(Arena.ofAuto()), () -> SegmentValues.inlineList(Arena.ofAuto()));
    }
}
