package dev.unitstr.contract.ffm;

import dev.unitstr.contract.FormatPoliciesContract;
import java.util.List;

@EveryRun
class FormatPoliciesTest extends FormatPoliciesContract {
    FormatPoliciesTest() {
        super(List.of(SegmentKind.BYTES, SegmentKind.NATIVE, SegmentKind.SHARED), SlotKinds.SEGMENTS);
    }
}
