package dev.unitstr.internal.binding;

import dev.unitstr.UnitStr;

/** Prints the binding twice, or twice why there is none. */
final class BindingsMain {
    private BindingsMain() {}

    public static void main(String[] args) {
        for (int time = 0; time < 2; time++) {
            try {
                System.out.println(UnitStr.binding());
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
                for (Throwable one : e.getSuppressed()) {
                    System.out.println("suppressed " + one.getClass().getSimpleName() + ", cause " + one.getCause());
                }
            }
        }
    }
}
