package dev.unitstr.internal.library;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** The version of this jar. */
public final class Version {
    /** A version such as {@code 1.2.3}; {@code unknown} if the jar does not contain it. */
    public static final String TEXT = read();

    private Version() {}

    private static String read() {
        Properties properties = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("/dev/unitstr/version.properties")) {
            if (in != null) {
                properties.load(in);
            }
        } catch (IOException e) {
            // If the jar cannot be read, other errors will be more important than a missing version.
        }
        return properties.getProperty("version", "unknown");
    }
}
