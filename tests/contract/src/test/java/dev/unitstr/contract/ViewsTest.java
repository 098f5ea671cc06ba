package dev.unitstr.contract;

@EveryRun
class ViewsTest extends ViewsContract {
    ViewsTest() {
        super(BufferKind.ALL);
    }
}
