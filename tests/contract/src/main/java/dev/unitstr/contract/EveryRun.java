package dev.unitstr.contract;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * A suite for every binding. The tags {@code jdk}, {@code tier} and {@code route} of a suite add runs on another JDK, with a
 * tier of kernels forced, and with {@code java.lang} opened or native access denied: the README of tests says when.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("java")
@Tag("jni")
@Tag("ffm")
@Tag("denied")
public @interface EveryRun {}
