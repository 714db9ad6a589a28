package dev.holdpoint.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The real scripts with the real jar, which this build has just made. */
class LauncherIT {
  @TempDir private Path folder;

  @Test
  void it_tells_its_version() throws Exception {
    // KT-17: the API document has the same.
    JsonNode document = JsonMapper.shared().readTree(Path.of("docs", "openapi.json"));
    assertThat(run(Map.of(), "--version"))
        .startsWith("holdpoint " + document.at("/info/version").stringValue() + "\nJava ");
  }

  @Test
  void a_cache_was_trained_and_the_jvm_maps_it() throws Exception {
    run(Map.of(), "--version");

    assertThat(Path.of("target")).isDirectoryContaining("glob:**/holdpoint-*.aot");
    String loaded =
        run(Map.of("HOLDPOINT_JAVA_OPTS", "-Xlog:class+load:stdout -XX:+UseSerialGC"), "--version");
    assertThat(
            loaded
                .lines()
                .filter(line -> line.contains("picocli.CommandLine source: shared objects file")))
        .hasSize(1);
  }

  @Test
  void the_configuration_comes_from_the_environment_that_it_was_started_in() throws Exception {
    String shown = run(Map.of("HOLDPOINT_PORT", "4800", "HOLDPOINT_DATA", "."), "config", "show");

    assertThat(shown.lines().map(line -> line.replaceAll(" +", " ")))
        .contains("port 4800 HOLDPOINT_PORT", "data " + folder.toRealPath() + " HOLDPOINT_DATA");
  }

  private String run(Map<String, String> environment, String... args) throws Exception {
    String launcher = Path.of("bin/holdpoint").toAbsolutePath().toString();
    List<String> command = Stream.concat(Stream.of(launcher), Stream.of(args)).toList();
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().putAll(environment);
    builder.redirectErrorStream(true);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }
}
