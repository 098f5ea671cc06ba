package dev.unitstr.spark.tests;

import java.net.URI;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** The files of this machine by another scheme, so that they are read as those of a remote file system. */
public final class OtherFileSystem extends RawLocalFileSystem {
    /** Creates the file system; Hadoop calls this constructor. */
    public OtherFileSystem() {}

    @Override
    public URI getUri() {
        return URI.create("other:///");
    }
}
