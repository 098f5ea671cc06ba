package dev.unitstr.interop;

/** Prints whether the backing arrays of strings are read directly; {@link PackagedSegmentsTest} runs it in JVMs of its own. */
final class OpenedMain {
    private OpenedMain() {}

    public static void main(String[] args) throws ReflectiveOperationException {
        Class<?> opened = Class.forName("dev.unitstr.ffm.internal.binding.StringBackingArray"); // of Java 22
        System.out.println(opened.getModule().getName() + " "
                + opened.getField("AVAILABLE").getBoolean(null));
    }
}
