package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Lives.Moment;
import java.nio.file.Files;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Cards on a screen. */
final class AmbientKills {
  private static final JsonMapper JSON = new JsonMapper();
  private static final List<String> CHOICES = List.of("once", "session", "always", "deny");

  private AmbientKills() {}

  static void on(Stories stories) {
    stories
        .tell(
            "H3-36 H3-43 H3-76 killed while a card waits and right after each click: the same card,"
                + " and what was told ok has happened",
            AmbientKills::killed_around_every_click)
        .tell(
            "H3-56 H3-57 H3-68 H3-76 killed between the parts of a question and after the last:"
                + " each answer that was told ok is there, and is not asked for again",
            AmbientKills::killed_between_answers);
  }

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

  private static void killed_around_every_click(Lives lives) throws Exception {
    Http http = lives.http();
    String[] runs = new String[CHOICES.size()];
    String[] approvals = new String[CHOICES.size()];
    for (int i = 0; i < runs.length; i++) {
      http.session(CHOICES.get(i));
      runs[i] =
          http.submit(CHOICES.get(i), Script.bash(command(CHOICES.get(i))), Script.sayLastResult());
      approvals[i] = http.awaitApproval(runs[i]);
    }
    JsonNode before = initial(http, "approval", "always");

    Http next = lives.killed();

    for (int i = 0; i < runs.length; i++) {
      JsonNode shown = initial(next, "approval", CHOICES.get(i));
      assertThat(shown.path("pending_count").asInt()).isEqualTo(1);
      assertThat(shown.at("/pending/approval_id").asString()).isEqualTo(approvals[i]);
    }
    assertThat(initial(next, "approval", "always")).isEqualTo(before);

    Http last =
        lives.killed(
            Moment.any()
                .theMomentAfter(
                    () ->
                        Together.call(
                                CHOICES.size(),
                                i -> click(next, CHOICES.get(i), CHOICES.get(i), approvals[i]))
                            .forEach(AmbientKills::assertTaken)));

    for (int i = 0; i < runs.length; i++) {
      String choice = CHOICES.get(i);
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
      last.await("/v1/runs/" + runs[i], AmbientKills::isOver);
    }
    assertThat(asks(last, "elsewhere", command("always"))).isFalse();
    assertThat(asks(last, "session", command("session"))).isFalse();
    assertThat(asks(last, "elsewhere", command("session"))).isTrue();
    assertThat(asks(last, "once", command("once"))).isTrue();
    assertThat(Files.exists(lives.process().workspace("deny").resolve("deny"))).isFalse();
  }

  private static void assertTaken(Http.Answer answer) {
    JsonNode said = answer.expect(200).json();
    assertThat(said.path("ok").asBoolean()).isTrue();
    assertThat(said.has("stale_cleared")).isFalse();
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

  private static void killed_between_answers(Lives lives) throws Exception {
    Http http = lives.http();
    Parts early = Parts.asked(http, "early-parts");
    Parts late = Parts.asked(http, "late-parts");

    // One is told its first part before each of the kills, the other the first before the second.
    Http second = lives.killed(Moment.any().rightAfter(() -> early.tellColour(http)));
    assertThat(initial(second, "clarify", late.session)).isEqualTo(late.shown);
    early.assertSizeIsNext(second);

    Http last =
        lives.killed(
            Moment.any()
                .theMomentAfter(
                    () ->
                        Together.call(
                            2, i -> i == 0 ? early.tellSize(second) : late.tellColour(second))));
    early.assertDone(last);
    late.assertSizeIsNext(last);
    late.tellSize(last);
    late.assertDone(last);
  }

  /** A question of two parts, which a screen shows one after the other. */
  private record Parts(String session, String run, String question, JsonNode shown) {
    static Parts asked(Http http, String session) {
      http.session(session);
      String run = http.submit(session, twoQuestions(), Script.sayLastResult());
      String question = http.awaitQuestion(run);
      JsonNode shown = initial(http, "clarify", session);
      assertThat(shown.at("/pending/clarify_id").asString()).isEqualTo(question + ":colour");
      return new Parts(session, run, question, shown);
    }

    Http.Answer tellColour(Http http) {
      return tell(http, session, "Red", question + ":colour").expect(200);
    }

    Http.Answer tellSize(Http http) {
      return tell(http, session, "large", question + ":size").expect(200);
    }

    void assertSizeIsNext(Http http) {
      JsonNode next = initial(http, "clarify", session);
      assertThat(next.at("/pending/clarify_id").asString()).isEqualTo(question + ":size");
      assertThat(next.path("pending_count").asInt()).isEqualTo(1);
      tell(http, session, "Blue", question + ":colour").expect(409);
    }

    void assertDone(Http http) {
      JsonNode done = http.awaitRun(run, "completed");
      assertThat(done.path("outputs").toString()).contains("red", "large").doesNotContain("Blue");
      assertThat(initial(http, "clarify", session).path("pending").isNull()).isTrue();
      tell(http, session, "small", question + ":size").expect(409);
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
