package dev.unitstr.contract;

@EveryRun
class FormatPoliciesTest extends FormatPoliciesContract {
    FormatPoliciesTest() {
        super(BufferKind.ALL, SlotKind.BUFFERS);
    }
}
