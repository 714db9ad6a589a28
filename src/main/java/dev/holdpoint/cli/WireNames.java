package dev.holdpoint.cli;

import dev.holdpoint.api.Wire;
import java.util.Arrays;
import java.util.Iterator;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The words of a choice, as on the wire. */
public abstract class WireNames<E extends Enum<E>> implements ITypeConverter<E>, Iterable<String> {
  private final Class<E> type;

  protected WireNames(Class<E> type) {
    this.type = type;
  }

  @Override
  public final E convert(String text) {
    return Arrays.stream(type.getEnumConstants())
        .filter(one -> Wire.name(one).equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "'" + text + "' is none of " + String.join(", ", this)));
  }

  @Override
  public final Iterator<String> iterator() {
    return Arrays.stream(type.getEnumConstants()).map(Wire::name).iterator();
  }
}
