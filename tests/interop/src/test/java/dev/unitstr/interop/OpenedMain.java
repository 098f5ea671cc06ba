package dev.unitstr.interop;

/** Says whether strings are written from the inside; {@link PackagedSegmentsTest} runs it in JVMs of its own. */
final class OpenedMain {
    private OpenedMain() {}

    public static void main(String[] args) throws ReflectiveOperationException {
        Class<?> opened = Class.forName("dev.unitstr.ffm.internal.binding.StringBackingArray"); // of Java 22
        System.out.println(opened.getModule().getName() + " "
                + opened.getField("AVAILABLE").getBoolean(null));
    }
}
