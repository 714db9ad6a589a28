package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.gate.RenderingBodies.RenderedView;
import dev.holdpoint.daemon.TypedHere.Outcome;
import dev.holdpoint.engine.json.RenderingVectors;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Commands that decide print what they decide on, and say so. */
class RenderedCommandsTest {
  @TempDir private static Path folder;
  private static Desk desk;

  @BeforeAll
  static void start() {
    desk = new Desk(folder.resolve("data"));
  }

  @AfterAll
  static void stop() {
    desk.close();
  }

  private static String raise(JsonNode vector) throws Exception {
    ObjectNode body = JsonMapper.shared().createObjectNode();
    for (String name : List.of("tool_name", "input", "reason")) {
      body.set(name, vector.path(name));
    }
    for (JsonNode one : vector.path("preconditions")) {
      body.putArray("preconditions")
          .addObject()
          .put("type", one.path("type").asString())
          .put("name", one.path("name").asString())
          .put("value", one.path("expected").asString());
    }
    return desk.http()
        .post("/v1/sessions/" + desk.session() + "/approval-requests", body.toString())
        .expect(201)
        .json()
        .at("/request/id")
        .asString();
  }

  private static RenderedView rendered(String id) throws Exception {
    return Objects.requireNonNull(
        Objects.requireNonNull(desk.client().approvals().find(id).resolution()).rendered());
  }

  @Test
  @DisplayName("PF-05 approvals allow and deny send the daemon's digest of each vector")
  void PF_05_what_a_command_prints_is_what_was_asked() throws Exception {
    boolean allow = true;
    for (JsonNode vector : RenderingVectors.ofOutside()) {
      String id = raise(vector);
      Outcome typed = desk.type("approvals", allow ? "allow" : "deny", id);
      assertThat(typed.exitCode()).as(typed.err()).isZero();
      assertThat(rendered(id))
          .as(vector.path("name").stringValue())
          .isEqualTo(new RenderedView("cli", vector.path("sha256").stringValue(), true));
      allow = !allow;
    }
  }

  @Test
  void all_of_it_is_printed_on_standard_error_before_it_is_decided() throws Exception {
    JsonNode vector =
        RenderingVectors.ofOutside().stream()
            .filter(one -> one.path("repeat").has("command"))
            .findFirst()
            .orElseThrow();
    String id = raise(vector);
    Outcome typed = desk.type("approvals", "allow", id);
    assertThat(typed.err().lines().map(String::strip))
        .containsSubsequence(
            "tool        bash",
            "command     " + vector.at("/repeat/command/0").stringValue().strip(),
            "reason      Because.",
            "revision    1");
    assertThat(typed.err().length()).isGreaterThan(100_000);
    assertThat(typed.out()).startsWith("allowed").hasLineCount(1);
  }
}
