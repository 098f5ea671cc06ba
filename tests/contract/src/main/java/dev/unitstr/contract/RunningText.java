package dev.unitstr.contract;

/**
 * A sequence that is user code: its {@code toString} runs code before it returns the text.
 *
 * @param text the text
 * @param code the code, which may throw
 */
record RunningText(String text, Runnable code) implements CharSequence {
    @Override
    public int length() {
        return text.length();
    }

    @Override
    public char charAt(int index) {
        return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return text.subSequence(start, end);
    }

    @Override
    public String toString() {
        code.run();
        return text;
    }
}
