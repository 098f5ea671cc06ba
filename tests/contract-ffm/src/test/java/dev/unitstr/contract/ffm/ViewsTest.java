package dev.unitstr.contract.ffm;

import dev.unitstr.contract.ViewsContract;

@EveryRun
class ViewsTest extends ViewsContract {
    ViewsTest() {
        super(SegmentKind.ALL);
    }
}
