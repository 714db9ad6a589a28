package dev.holdpoint.cli.connect;

import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The words of a choice as flags have them, with hyphens. */
abstract class Words<E extends Enum<E>> implements ITypeConverter<E>, Iterable<String> {
  private final Class<E> type;

  private Words(Class<E> type) {
    this.type = type;
  }

  static final class OfScope extends Words<Scope> {
    OfScope() {
      super(Scope.class);
    }
  }

  static final class OfEvent extends Words<HookEvent> {
    OfEvent() {
      super(HookEvent.class);
    }
  }

  @Override
  public final E convert(String text) {
    return Arrays.stream(type.getEnumConstants())
        .filter(one -> word(one).equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "'" + text + "' is none of " + String.join(", ", this)));
  }

  @Override
  public final Iterator<String> iterator() {
    return Arrays.stream(type.getEnumConstants()).map(Words::word).iterator();
  }

  private static String word(Enum<?> one) {
    return one.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
