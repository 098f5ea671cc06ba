package dev.unitstr.bench.ffm;

import dev.unitstr.bench.Contender;
import dev.unitstr.bench.Texts;

final class Route {
    private Route() {}

    static Contender of(String name, Texts texts, SegmentMemory memory) {
        throw new IllegalArgumentException("no contender " + name);
    }
}
