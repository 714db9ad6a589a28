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
 * The databases that a class runs on: both for {@link OnBothDatabases}, unless {@code ./test
 * --quick} names one; one for {@link OnOneDatabase}, unless {@code ./test --long} names both.
 */
final class Databases implements ArgumentsProvider {
  @Override
  public Stream<Arguments> provideArguments(
      ParameterDeclarations parameters, ExtensionContext context) {
    List<String> wanted =
        context.getRequiredTestClass().isAnnotationPresent(OnOneDatabase.class)
            ? named("holdpoint.test.database", "sqlite")
            : named("holdpoint.test.databases", "sqlite,postgres");
    return Arrays.stream(Database.values())
        .filter(database -> wanted.contains(database.name()))
        .map(Arguments::of);
  }

  private static List<String> named(String property, String usual) {
    return List.of(System.getProperty(property, usual).toUpperCase(Locale.ROOT).split(",", -1));
  }
}
