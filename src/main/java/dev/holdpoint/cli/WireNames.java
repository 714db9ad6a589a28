package dev.holdpoint.cli;

import dev.holdpoint.api.json.Wire;
import java.util.Arrays;
import java.util.Iterator;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The words of a choice, as on the wire or as flags have them. */
public abstract class WireNames<E extends Enum<E>> implements ITypeConverter<E>, Iterable<String> {
  private final Class<E> type;
  private final Function<? super E, String> word;

  protected WireNames(Class<E> type) {
    this(type, Wire::name);
  }

  protected WireNames(Class<E> type, Function<? super E, String> word) {
    this.type = type;
    this.word = word;
  }

  @Override
  public final E convert(String text) {
    return Arrays.stream(type.getEnumConstants())
        .filter(one -> word.apply(one).equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "'" + text + "' is not one of " + String.join(", ", this)));
  }

  @Override
  public final Iterator<String> iterator() {
    return Arrays.stream(type.getEnumConstants()).map(word).iterator();
  }
}
