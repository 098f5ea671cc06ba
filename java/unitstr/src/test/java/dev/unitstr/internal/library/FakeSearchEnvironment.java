package dev.unitstr.internal.library;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A world with nothing in it but what a test puts there. */
final class FakeSearchEnvironment implements SearchEnvironment {
    final Map<String, String> properties = new HashMap<>();
    final Map<String, String> environment = new HashMap<>();
    final Map<String, byte[]> bundles = new HashMap<>();
    /** Natives jars for every platform, before {@link #bundles}. */
    final List<Bundled> earlier = new ArrayList<>();

    Platform platform = new Platform("Linux", "amd64", false);

    @Override
    public Optional<String> property(String name) {
        return Optional.ofNullable(properties.get(name)).filter(value -> !value.isEmpty());
    }

    @Override
    public Optional<String> environment(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isEmpty());
    }

    @Override
    public Platform platform() {
        return platform;
    }

    @Override
    public List<Bundled> bundled(String classifier, @Nullable ClassLoader caller) {
        List<Bundled> jars = new ArrayList<>(earlier);
        if (bundles.containsKey(classifier)) {
            jars.add(new Bundled("natives.jar", () -> new ByteArrayInputStream(bundles.get(classifier))));
        }
        return jars;
    }
}
