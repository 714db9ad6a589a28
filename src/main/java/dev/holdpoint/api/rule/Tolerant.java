package dev.holdpoint.api.rule;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Members of the body that are not known are passed over, at any depth: clients that are not ours
 * send more than we know. All other bodies refuse them, since a typo must never widen what was
 * meant.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Tolerant {
  /** Whether one that looks like a known member, which is missing, is refused all the same. */
  boolean exceptSlips() default false;
}
