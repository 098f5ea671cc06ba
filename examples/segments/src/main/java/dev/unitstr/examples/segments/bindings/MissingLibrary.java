package dev.unitstr.examples.segments.bindings;

/** A C library is not on this machine. The message names the Debian package that brings it. */
public final class MissingLibrary extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String debianPackage;

    MissingLibrary(String file, String debianPackage) {
        super(file + " is not on this machine; on Debian: apt-get install " + debianPackage);
        this.debianPackage = debianPackage;
    }

    /**
     * The package to install.
     *
     * @return its name in Debian
     */
    public String debianPackage() {
        return debianPackage;
    }
}
