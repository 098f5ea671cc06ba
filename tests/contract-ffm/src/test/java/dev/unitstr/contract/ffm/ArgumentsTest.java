package dev.unitstr.contract.ffm;

import dev.unitstr.contract.ArgumentsContract;

@EveryRun
class ArgumentsTest extends ArgumentsContract {
    ArgumentsTest() {
        super(SegmentKind.ALL);
    }
}
