package dev.unitstr.contract.ffm;

import dev.unitstr.contract.NearUtf8Contract;

@EveryRun
class NearUtf8Test extends NearUtf8Contract {
    NearUtf8Test() {
        super(SegmentKind.ALL);
    }
}
