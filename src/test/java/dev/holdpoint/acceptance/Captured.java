package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** A daemon of our own that keeps debug artifacts, on a folder that outlives it. */
abstract class Captured {
  final Path folder = Database.newFolder();
  private final Map<String, String> database;

  Captured(Database database) {
    this.database = database.settings(Map.of());
  }

  /**
   * @param settings name and value in turn, without {@code HOLDPOINT_DEBUG_}
   */
  final void daemon(Consumer<Http> visit, String... settings) {
    Map<String, String> all = new HashMap<>(database);
    all.put("HOLDPOINT_DEBUG_CAPTURE", "full");
    for (int i = 0; i < settings.length; i += 2) {
      all.put("HOLDPOINT_DEBUG_" + settings[i], settings[i + 1]);
    }
    try (TestDaemon daemon = TestDaemon.start(folder, all)) {
      visit.accept(daemon.http());
    }
  }

  /** Submits the text and waits until the run has parked or ended. */
  static JsonNode work(Http http, String session, String content) {
    http.session(session);
    http.post(
            "/v1/sessions/" + session + "/input",
            "{\"content\":" + Acceptance.JSON.writeValueAsString(content) + "}")
        .expect(200);
    return http.get("/v1/runs?limit=1&session_id=" + session).expect(200).json().get(0);
  }

  static String script(Http http, String session, String... lines) {
    return Acceptance.id(work(http, session, "#!script\n" + String.join("\n", lines)));
  }

  static JsonNode debug(Http http, String run) {
    return http.get("/v1/runs/" + run + "/debug").expect(200).json();
  }

  static List<String> ids(JsonNode debug) {
    return debug
        .path("artifacts")
        .valueStream()
        .map(artifact -> Acceptance.text(artifact, "artifact_id"))
        .toList();
  }

  static String text(Http http, String run, String artifact) {
    return http.get("/v1/runs/" + run + "/debug/artifacts/" + artifact).expect(200).text();
  }

  static JsonNode json(Http http, String run, String artifact) {
    return Acceptance.JSON.readTree(text(http, run, artifact));
  }

  static String turn(int turn, String part) {
    return "turn-%04d-attempt-0001-%s".formatted(turn, part);
  }

  /** All that is on disk of debug artifacts, byte for byte, as one text. */
  final String onDisk() {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> files = Files.walk(folder.resolve("debug"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        all.append(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    assertThat(all).isNotEmpty();
    return all.toString();
  }
}
