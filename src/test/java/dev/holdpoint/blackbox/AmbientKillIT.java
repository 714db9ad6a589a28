package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Cards on a screen, and a daemon that is killed under them. */
final class AmbientKillIT {
  private static final JsonMapper JSON = new JsonMapper();

  @TempDir private Path folder;

  private static Http.Answer click(Http http, String session, String choice, String approval) {
    return http.post(
        "/api/approval/respond",
        JSON.createObjectNode()
            .put("session_id", session)
            .put("choice", choice)
            .put("approval_id", approval)
            .toString());
  }

  private static Http.Answer tell(Http http, String session, String response, String clarify) {
    return http.post(
        "/api/clarify/respond",
        JSON.createObjectNode()
            .put("session_id", session)
            .put("response", response)
            .put("clarify_id", clarify)
            .toString());
  }

  /** What a client sees first. */
  private static JsonNode initial(Http http, String kind, String session) {
    try (Sse stream = http.stream("/api/" + kind + "/stream?session_id=" + session)) {
      Sse.Frame frame = stream.next();
      assertThat(frame.type()).isEqualTo("initial");
      return frame.data();
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  // H3-36, H3-43, H3-76
  @DisplayName(
      "H3-36 H3-43 H3-76 killed while a card waits and right after each click: the same card, and"
          + " what was told ok has happened")
  void killed_around_every_click(Database database) throws IOException {
    try (DaemonProcess daemon = DaemonProcess.start(folder, database.arguments())) {
      Http http = daemon.http();
      List<String> choices = List.of("once", "session", "always", "deny");
      String[] runs = new String[choices.size()];
      String[] approvals = new String[choices.size()];
      for (int i = 0; i < runs.length; i++) {
        http.session(choices.get(i));
        runs[i] =
            http.submit(
                choices.get(i), Script.bash(command(choices.get(i))), Script.sayLastResult());
        approvals[i] = http.awaitApproval(runs[i]);
      }
      JsonNode before = initial(http, "approval", "always");

      for (int i = 0; i < runs.length; i++) {
        Http next = daemon.kill9().restart().http();
        JsonNode shown = initial(next, "approval", choices.get(i));
        assertThat(shown.path("pending_count").asInt()).isEqualTo(1);
        assertThat(shown.at("/pending/approval_id").asString()).isEqualTo(approvals[i]);
        if (choices.get(i).equals("always")) {
          assertThat(shown).isEqualTo(before);
        }
        JsonNode answer =
            click(next, choices.get(i), choices.get(i), approvals[i]).expect(200).json();
        assertThat(answer.path("ok").asBoolean()).isTrue();
        assertThat(answer.has("stale_cleared")).isFalse();
      }

      Http last = daemon.kill9().restart().http();
      for (int i = 0; i < runs.length; i++) {
        String choice = choices.get(i);
        JsonNode row = last.get("/v1/approvals/" + approvals[i]).expect(200).json();
        assertThat(row.path("status").asString()).isEqualTo("resolved");
        assertThat(row.at("/resolution/behavior").asString())
            .isEqualTo(choice.equals("deny") ? "deny" : "allow");
        assertThat(initial(last, "approval", choice).path("pending").isNull()).isTrue();
        assertThat(
                click(last, choice, choice, approvals[i])
                    .expect(200)
                    .json()
                    .path("stale_cleared")
                    .asBoolean())
            .isTrue();
        last.await("/v1/runs/" + runs[i], AmbientKillIT::isOver);
      }
      assertThat(asks(last, "elsewhere", command("always"))).isFalse();
      assertThat(asks(last, "session", command("session"))).isFalse();
      assertThat(asks(last, "elsewhere", command("session"))).isTrue();
      assertThat(asks(last, "once", command("once"))).isTrue();
      assertThat(Files.exists(daemon.workspace("deny").resolve("deny"))).isFalse();
    }
  }

  private static String command(String choice) {
    return "touch " + choice;
  }

  /** A run whose command was under way when the power went is interrupted: never run blindly. */
  private static boolean isOver(JsonNode run) {
    return List.of("completed", "interrupted").contains(run.path("status").asString());
  }

  private static boolean asks(Http http, String session, String command) {
    http.session(session);
    String run = http.submit(session, Script.bash(command));
    JsonNode now =
        http.await(
            "/v1/runs/" + run,
            r ->
                List.of("waiting_for_approval", "completed").contains(r.path("status").asString()));
    return now.path("status").asString().equals("waiting_for_approval");
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  // H3-56, H3-57, H3-68, H3-76
  @DisplayName(
      "H3-56 H3-57 H3-68 H3-76 killed between the parts of a question and after the last: each"
          + " answer that was told ok is there, and is not asked for again")
  void killed_between_answers(Database database) throws IOException {
    try (DaemonProcess daemon = DaemonProcess.start(folder, database.arguments())) {
      Http http = daemon.http();
      http.session("s");
      String run = http.submit("s", twoQuestions(), Script.sayLastResult());
      String question = http.awaitQuestion(run);
      JsonNode shown = initial(http, "clarify", "s");
      assertThat(shown.at("/pending/clarify_id").asString()).isEqualTo(question + ":colour");

      Http second = daemon.kill9().restart().http();
      assertThat(initial(second, "clarify", "s")).isEqualTo(shown);
      tell(second, "s", "Red", question + ":colour").expect(200);

      Http third = daemon.kill9().restart().http();
      JsonNode next = initial(third, "clarify", "s");
      assertThat(next.at("/pending/clarify_id").asString()).isEqualTo(question + ":size");
      assertThat(next.path("pending_count").asInt()).isEqualTo(1);
      tell(third, "s", "Blue", question + ":colour").expect(409);
      tell(third, "s", "large", question + ":size").expect(200);

      Http last = daemon.kill9().restart().http();
      JsonNode done = last.awaitRun(run, "completed");
      assertThat(done.path("outputs").toString()).contains("red", "large").doesNotContain("Blue");
      assertThat(initial(last, "clarify", "s").path("pending").isNull()).isTrue();
      tell(last, "s", "small", question + ":size").expect(409);
    }
  }

  private static String twoQuestions() {
    ObjectNode colour = JSON.createObjectNode().put("id", "colour").put("question", "Which?");
    colour.putArray("options").addObject().put("id", "red").put("label", "Red");
    ObjectNode line = JSON.createObjectNode();
    line.putObject("ask")
        .putArray("questions")
        .add(colour)
        .addObject()
        .put("id", "size")
        .put("question", "How large?");
    return line.toString();
  }
}
