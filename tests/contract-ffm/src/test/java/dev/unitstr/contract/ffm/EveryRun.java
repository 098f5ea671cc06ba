package dev.unitstr.contract.ffm;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/** Belongs to every run of this module: the same classes, whichever binding answers. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("java")
@Tag("jni")
@Tag("ffm")
@Tag("denied")
@interface EveryRun {}
