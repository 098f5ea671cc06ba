package dev.unitstr.contract.ffm;

import dev.unitstr.contract.EnvironmentContract;
import dev.unitstr.ffm.SegmentStrings;

@EveryRun
class EnvironmentTest extends EnvironmentContract {
    EnvironmentTest() {
        super(SegmentStrings.class);
    }
}
