package dev.unitstr.contract.ffm;

import dev.unitstr.contract.LegacyCharsetsContract;

@EveryRun
class LegacyCharsetsTest extends LegacyCharsetsContract {
    LegacyCharsetsTest() {
        super(SegmentKind.ALL);
    }
}
