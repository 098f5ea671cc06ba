package dev.unitstr.contract;

@EveryRun
class CacheTest extends CacheContract {
    CacheTest() {
        super(BufferKind.ALL);
    }
}
