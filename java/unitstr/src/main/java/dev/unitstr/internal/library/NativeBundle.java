package dev.unitstr.internal.library;

import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * A natives jar on the module path: a module with the native library for one or more platforms. By the service, the JVM
 * resolves the module, although none requires it. On the class path, a natives jar is found by its resources.
 */
public interface NativeBundle {
    /** The major version of the C interface of the library; part of its path in the jar. */
    int ABI = Abi.MAJOR;

    /**
     * Opens the library for a platform in the jar of the implementing class.
     *
     * @param platform the name of the platform, such as {@code linux-x86_64}
     * @return a stream of its bytes, or null if the jar has none for this platform and {@link #ABI}
     */
    default @Nullable InputStream open(String platform) {
        return getClass().getResourceAsStream("/" + resource(platform));
    }

    /**
     * Returns the path of the library in a jar. The directory "native" cannot be a package, because that is a Java
     * keyword, so modules do not encapsulate it.
     *
     * @param platform the name of the platform
     * @return the path in the jar
     */
    static String resource(String platform) {
        String file = platform.startsWith("osx-")
                ? "libunitstr.dylib"
                : platform.startsWith("windows-") ? "unitstr.dll" : "libunitstr.so";
        return "dev/unitstr/native/" + ABI + "/" + platform + "/" + file;
    }
}
