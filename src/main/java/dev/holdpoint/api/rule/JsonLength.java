package dev.holdpoint.api.rule;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The most characters that a free-form member may take as compact JSON. It becomes part of its run,
 * which is written and shown again and again.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface JsonLength {
  int max();
}
