package dev.holdpoint.programs;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.EnumSource;

/** What the tests that carry {@link Proves} claim to prove, whether they have run or not. */
final class ClaimedCells {
  private static final String CLASS = ".class";

  private ClaimedCells() {}

  /** The columns of each package, from all tests beside this class. */
  static Map<String, Set<Column>> read() throws IOException, ReflectiveOperationException {
    Map<String, Set<Column>> cells = new TreeMap<>();
    for (Class<?> tests : classes()) {
      for (Method test : tests.getDeclaredMethods()) {
        Proves proves = test.getAnnotation(Proves.class);
        if (proves != null) {
          for (String npmPackage : packages(test, proves)) {
            cells.computeIfAbsent(npmPackage, _ -> new TreeSet<>()).addAll(List.of(proves.value()));
          }
        }
      }
    }
    return cells;
  }

  private static List<Class<?>> classes() throws IOException, ReflectiveOperationException {
    List<String> names;
    try (Stream<Path> files = Files.list(folder())) {
      names =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith(CLASS))
              .map(name -> name.substring(0, name.length() - CLASS.length()))
              .toList();
    }
    List<Class<?>> classes = new ArrayList<>();
    for (String name : names) {
      String full = ClaimedCells.class.getPackageName() + "." + name;
      classes.add(Class.forName(full, false, ClaimedCells.class.getClassLoader()));
    }
    return classes;
  }

  private static Path folder() {
    try {
      return Path.of(Objects.requireNonNull(ClaimedCells.class.getResource("")).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Those that it names, and those of the programs that it is run with. */
  private static Set<String> packages(Method test, Proves proves) {
    Set<String> packages = new TreeSet<>(List.of(proves.packages()));
    for (Parameter parameter : test.getParameters()) {
      if (ProvenCells.Packaged.class.isAssignableFrom(parameter.getType())) {
        EnumSource source = test.getAnnotation(EnumSource.class);
        for (Object program : parameter.getType().getEnumConstants()) {
          if (isChosen(source, ((Enum<?>) program).name())) {
            packages.add(((ProvenCells.Packaged) program).npmPackage());
          }
        }
      }
    }
    if (packages.isEmpty()) {
      throw new IllegalStateException(test + " proves something of no package");
    }
    return packages;
  }

  private static boolean isChosen(EnumSource source, String name) {
    Set<String> names = Set.of(source.names());
    return switch (source.mode()) {
      case INCLUDE -> names.isEmpty() || names.contains(name);
      case EXCLUDE -> !names.contains(name);
      default -> throw new IllegalStateException("say here what " + source + " chooses");
    };
  }
}
