package dev.unitstr.contract.ffm;

import dev.unitstr.contract.FieldsContract;

@EveryRun
class FieldsTest extends FieldsContract {
    FieldsTest() {
        super(SegmentKind.ALL);
    }
}
