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
    private static final String RECURSIVE = "recursiveFileLookup";

    private final Path path;
    private final boolean recursive;
    private final SerializableConfiguration configuration;

    /**
     * Takes the path from the options.
     *
     * @throws IllegalArgumentException if there is not exactly one, or another option has an invalid value
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
        this.recursive = options.getBoolean(RECURSIVE, false);
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
     * Lists the files to read, in the order of their names: also those in subdirectories, if an option says so. A path
     * that exists is not read as a pattern.
     *
     * @throws FileNotFoundException if the path does not exist
     * @throws IOException if the files cannot be listed, or there are only directories
     */
    List<FileStatus> files() throws IOException {
        Listing listing = new Listing(path, recursive, fileSystem()::listStatus);
        return listing.files(matches());
    }

    /** Lists the files that a job replaces, in the order of their names. There may be none. */
    List<FileStatus> replacedFiles() throws IOException {
        Listing listing = new Listing(path, false, fileSystem()::listStatus);
        return listing.filesOrNone(matches());
    }

    private FileStatus[] matches() throws IOException {
        FileSystem fileSystem = fileSystem();
        FileStatus[] matches = fileSystem.exists(path)
                ? new FileStatus[] {fileSystem.getFileStatus(path)}
                : fileSystem.globStatus(path);
        if (matches == null || matches.length == 0) {
            throw new FileNotFoundException("path " + path + " does not exist");
        }
        return matches;
    }

    /** Returns the content of a directory. */
    interface Lister {
        FileStatus[] list(Path directory) throws IOException;
    }

    /**
     * Finds the files below what a path matches, without those whose names begin with {@code _} or {@code .}.
     *
     * @param path the path, for messages
     * @param recursive whether files in subdirectories are found
     * @param lister lists directories
     */
    record Listing(Path path, boolean recursive, Lister lister) {
        List<FileStatus> files(FileStatus... matches) throws IOException {
            List<FileStatus> files = new ArrayList<>();
            List<String> directories = new ArrayList<>();
            find(files, directories, matches);
            if (files.isEmpty() && !directories.isEmpty()) {
                throw onlyDirectories(directories.get(0));
            }
            return files;
        }

        List<FileStatus> filesOrNone(FileStatus... matches) throws IOException {
            List<FileStatus> files = new ArrayList<>();
            find(files, new ArrayList<>(), matches);
            return files;
        }

        private void find(List<FileStatus> files, List<String> directories, FileStatus... matches) throws IOException {
            for (FileStatus match : matches) {
                add(match.isDirectory() ? lister.list(match.getPath()) : new FileStatus[] {match}, files, directories);
            }
            files.sort(Comparator.comparing(FileStatus::getPath));
        }

        private void add(FileStatus[] entries, List<FileStatus> files, List<String> directories) throws IOException {
            for (FileStatus entry : entries) {
                String name = entry.getPath().getName();
                if (name.startsWith("_") || name.startsWith(".")) {
                    continue;
                }
                if (entry.isFile()) {
                    files.add(entry);
                } else if (recursive) {
                    add(lister.list(entry.getPath()), files, directories);
                } else {
                    directories.add(name);
                }
            }
        }

        /** Rows of a directory without files would be none, without a word. */
        private IOException onlyDirectories(String name) {
            int end = name.indexOf('=') + 1;
            return new IOException("path " + path + " has no files, only directories such as " + name
                    + (end == 0 ? ": " : ": it is partitioned, and the names of directories are not read as columns; ")
                    + "pass a pattern such as " + path + "/" + name.substring(0, end) + "*, or set the option "
                    + RECURSIVE
                    + " to true");
        }
    }
}
