package dev.unitstr.contract.ffm;

import dev.unitstr.contract.Ucs4Contract;
import dev.unitstr.ffm.values.SegmentValues;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

@EveryRun
class Ucs4Test extends Ucs4Contract {
    Ucs4Test() {
        super(List.of(units -> SegmentValues.wrapUcs4(MemorySegment.ofArray(units)), units -> {
            MemorySegment segment =
                    Arena.ofAuto().allocate(4L * units.length + 1).asSlice(1);
            return SegmentValues.wrapUcs4(segment.copyFrom(MemorySegment.ofArray(units)));
        }));
    }
}
