package dev.holdpoint.programs;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that passes proves these columns of docs/compatibility.md: of the {@link RealProgram} that
 * is its argument, or of the packages that it names.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ProvenCells.class)
@interface Proves {
  Column[] value();

  /** Names of npm. */
  String[] packages() default {};
}
