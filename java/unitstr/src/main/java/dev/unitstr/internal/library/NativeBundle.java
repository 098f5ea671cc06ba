package dev.unitstr.internal.library;

import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * A jar with the native library for one platform. The service loader finds it on the class path and the module path.
 */
public interface NativeBundle {
    /** The major version of the C interface of the library; part of its path in the jar. */
    int ABI = Abi.MAJOR;

    /**
     * Returns the name of the platform.
     *
     * @return a name such as {@code linux-x86_64}
     */
    String platform();

    /**
     * Opens the library in the jar of the implementing class.
     *
     * @return a stream of its bytes, or null if the jar has none for {@link #ABI}
     */
    default @Nullable InputStream open() {
        return getClass().getResourceAsStream("/" + resource(platform()));
    }

    /**
     * Returns the path of the library in a jar. The directory "native" cannot be a package, because that is a Java
     * keyword, so modules do not encapsulate it.
     *
     * @param platform the name of the platform
     * @return the path in the jar
     */
    static String resource(String platform) {
        return "dev/unitstr/native/" + ABI + "/" + platform + "/" + NativeLibrary.FILE;
    }
}
