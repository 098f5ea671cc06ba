package dev.unitstr.contract.ffm;

import dev.unitstr.contract.PoliciesContract;

@EveryRun
class PoliciesTest extends PoliciesContract {
    PoliciesTest() {
        super(SegmentKind.ALL);
    }
}
