package dev.unitstr.internal.library;

/** Prints the result of loading each provider. */
final class ServicesMain {
    private ServicesMain() {}

    public static void main(String[] args) {
        Services.all(
                        NativeBundle.class,
                        ServicesMain.class.getClassLoader(),
                        problem -> System.out.println(problem.getClass().getSimpleName()))
                .forEach(bundle ->
                        System.out.println("found " + bundle.getClass().getSimpleName()));
    }

    /** A provider that can be read. */
    public static final class Bundle implements NativeBundle {
        /** For the service loader. */
        public Bundle() {}
    }
}
