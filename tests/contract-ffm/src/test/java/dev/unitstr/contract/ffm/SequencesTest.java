package dev.unitstr.contract.ffm;

import dev.unitstr.contract.SequencesContract;

@EveryRun
class SequencesTest extends SequencesContract {
    SequencesTest() {
        super(SegmentKind.ALL);
    }
}
