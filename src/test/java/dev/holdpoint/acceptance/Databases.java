package dev.holdpoint.acceptance;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * Both databases, unless {@code holdpoint.test.databases} names one: {@code ./test --quick} does.
 */
final class Databases implements ArgumentsProvider {
  private static final List<String> WANTED =
      List.of(
          System.getProperty("holdpoint.test.databases", "sqlite,postgres")
              .toUpperCase(Locale.ROOT)
              .split(","));

  @Override
  public Stream<Arguments> provideArguments(
      ParameterDeclarations parameters, ExtensionContext context) {
    return Arrays.stream(Database.values())
        .filter(database -> WANTED.contains(database.name()))
        .map(Arguments::of);
  }
}
