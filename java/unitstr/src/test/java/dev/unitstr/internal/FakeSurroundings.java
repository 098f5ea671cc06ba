package dev.unitstr.internal;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A world with nothing in it but what a test puts there. */
final class FakeSurroundings implements Surroundings {
    final Map<String, String> properties = new HashMap<>();
    final Map<String, String> environment = new HashMap<>();
    final Map<String, byte[]> bundles = new HashMap<>();
    Platform platform = new Platform("Linux", "amd64");

    @Override
    public @Nullable String property(String name) {
        return properties.get(name);
    }

    @Override
    public @Nullable String environment(String name) {
        return environment.get(name);
    }

    @Override
    public Platform platform() {
        return platform;
    }

    @Override
    public byte @Nullable [] bundled(String classifier) {
        return bundles.get(classifier);
    }
}
