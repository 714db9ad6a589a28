package dev.holdpoint.programs;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Writes down in {@code src/test/agents/proven.json} what a test has proven that passed. */
final class ProvenCells implements InvocationInterceptor {
  /** What comes from npm. */
  interface Packaged {
    String npmPackage();
  }

  static final Path FILE = Path.of("src", "test", "agents", "proven.json");
  private static final Path LOCK = Path.of("target", "proven.lock");
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  @Override
  public void interceptTestMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> call,
      ExtensionContext context)
      throws Throwable {
    invocation.proceed();
    write(call);
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> call,
      ExtensionContext context)
      throws Throwable {
    invocation.proceed();
    write(call);
  }

  private static void write(ReflectiveInvocationContext<Method> call) throws IOException {
    Proves proves = call.getExecutable().getAnnotation(Proves.class);
    if (proves == null) {
      return;
    }
    List<String> packages =
        Stream.concat(
                Stream.of(proves.packages()),
                call.getArguments().stream()
                    .filter(Packaged.class::isInstance)
                    .map(program -> ((Packaged) program).npmPackage()))
            .toList();
    // The tests run in several JVMs.
    try (FileChannel channel =
            FileChannel.open(LOCK, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock _ = channel.lock()) {
      Map<String, JsonNode> rows = read();
      for (String npmPackage : packages) {
        String version = Packages.version(npmPackage);
        ObjectNode row = (ObjectNode) rows.get(npmPackage);
        if (row == null || !row.path("version").asString().equals(version)) {
          row = JSON.createObjectNode().put("version", version);
          rows.put(npmPackage, row);
        }
        for (Column column : proves.value()) {
          row.put(key(column), LocalDate.now(ZoneOffset.UTC).toString());
        }
      }
      Files.writeString(FILE, JSON.writeValueAsString(rows) + "\n");
    }
  }

  static String key(Column column) {
    return column.name().toLowerCase(Locale.ROOT);
  }

  /** By the package's name. */
  static Map<String, JsonNode> read() throws IOException {
    Map<String, JsonNode> rows = new TreeMap<>();
    if (Files.exists(FILE)) {
      JSON.readTree(Files.readString(FILE))
          .propertyStream()
          .forEach(entry -> rows.put(entry.getKey(), entry.getValue()));
    }
    return rows;
  }
}
