package dev.unitstr.internal.library;

import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** A jar that brings the native library for one platform: found by the service loader, on the module path too. */
public interface NativeBundle {
    /** The version of the C interface that the library speaks; a part of its path in the jar. */
    int ABI = Abi.MAJOR;

    /**
     * The platform.
     *
     * @return its name, such as {@code linux-x86_64}
     */
    String platform();

    /**
     * Opens the library in the implementing class's jar.
     *
     * @return its bytes, or null if the jar has none for {@link #ABI}
     */
    default @Nullable InputStream open() {
        return getClass().getResourceAsStream("/" + resource(platform()));
    }

    /**
     * Where a jar holds the library. "native" is a Java keyword: the directory is no package, and no module
     * encapsulates it.
     *
     * @param platform the platform
     * @return a path in the jar
     */
    static String resource(String platform) {
        return "dev/unitstr/native/" + ABI + "/" + platform + "/" + NativeLibrary.FILE;
    }
}
