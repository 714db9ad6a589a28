package dev.holdpoint.api.rule;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * All the words that a text of an answer can be. They are written down where the daemon has no enum
 * of the same names; a test compares them with what it sends.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Words {
  String[] value();
}
