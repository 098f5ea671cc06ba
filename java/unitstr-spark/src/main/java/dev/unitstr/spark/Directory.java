package dev.unitstr.spark;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.apache.spark.util.SerializableConfiguration;

/** The path of a data source, on the driver. */
final class Directory {
    private final Path path;
    private final SerializableConfiguration configuration;

    /**
     * Takes the path from the options.
     *
     * @throws IllegalArgumentException if there is not exactly one
     */
    Directory(CaseInsensitiveStringMap options) {
        String path = options.get("path");
        if (path == null) {
            throw new IllegalArgumentException(
                    options.containsKey("paths")
                            ? "several paths: pass one, which may be a pattern such as /tokens/{a,b}/*"
                            : "option path is missing: pass the path to load or save");
        }
        this.path = new Path(path);
        Configuration session =
                new Configuration(SparkSession.active().sparkContext().hadoopConfiguration());
        options.asCaseSensitiveMap().forEach(session::set);
        this.configuration = new SerializableConfiguration(session);
    }

    Path path() {
        return path;
    }

    /** Returns the configuration of the session, with the options of the data source. */
    SerializableConfiguration configuration() {
        return configuration;
    }

    FileSystem fileSystem() throws IOException {
        return path.getFileSystem(configuration.value());
    }

    /**
     * Lists the files with strings, in the order of their names. A path that exists is not read as a pattern.
     *
     * @throws FileNotFoundException if the path does not exist
     */
    List<FileStatus> files() throws IOException {
        FileSystem fileSystem = fileSystem();
        FileStatus[] matches = fileSystem.exists(path)
                ? new FileStatus[] {fileSystem.getFileStatus(path)}
                : fileSystem.globStatus(path);
        if (matches == null || matches.length == 0) {
            throw new FileNotFoundException("path " + path + " does not exist");
        }
        List<FileStatus> files = new ArrayList<>();
        for (FileStatus match : matches) {
            for (FileStatus file :
                    match.isDirectory() ? fileSystem.listStatus(match.getPath()) : new FileStatus[] {match}) {
                char first = file.getPath().getName().charAt(0);
                if (file.isFile() && first != '_' && first != '.') {
                    files.add(file);
                }
            }
        }
        files.sort(Comparator.comparing(FileStatus::getPath));
        return files;
    }
}
