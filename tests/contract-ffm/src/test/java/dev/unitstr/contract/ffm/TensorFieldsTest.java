package dev.unitstr.contract.ffm;

import dev.unitstr.contract.TensorFieldsContract;

@EveryRun
class TensorFieldsTest extends TensorFieldsContract {
    TensorFieldsTest() {
        super(SegmentKind.ALL);
    }
}
