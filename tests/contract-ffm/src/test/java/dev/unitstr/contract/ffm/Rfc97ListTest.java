package dev.unitstr.contract.ffm;

import dev.unitstr.contract.Rfc97ListContract;
import dev.unitstr.ffm.values.SegmentValues;
import java.lang.foreign.Arena;

@EveryRun
class Rfc97ListTest extends Rfc97ListContract {
    Rfc97ListTest() {
        super(() -> SegmentValues.list(Arena.ofAuto()));
    }
}
