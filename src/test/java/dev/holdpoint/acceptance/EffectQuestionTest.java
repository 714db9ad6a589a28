package dev.holdpoint.acceptance;

import static dev.holdpoint.acceptance.Acceptance.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.PowerLoss;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.client.proof.TrustedKeys;
import dev.holdpoint.client.proof.Verifier;
import dev.holdpoint.daemon.TestDaemon;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/**
 * Calls that were started and left no result. A daemon is in the middle of a command in each of
 * several sessions; others start on copies of its data folder as it is then, which is what a loss
 * of power would have left. {@code EffectKillIT} has the same with kill -9.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EffectQuestionTest {
  /** The first execution never ends; each later one does at once. */
  private static final String COMMAND =
      "echo ran >> ran; [ -e again ] || { touch again; exec sleep 300; }";

  private static final List<String> SESSIONS =
      List.of(
          "happened",
          "not-happened",
          "unknown",
          "declined",
          "cancelled",
          "words",
          "ambient",
          "plain",
          "quorum",
          "signed",
          "recorded",
          "stepped");
  private static final Set<String> GUARDED = Set.of("quorum", "signed", "stepped");

  private final Path before = Database.newFolder();
  private final Path after = Database.newFolder();
  private final Map<String, String> runs = new HashMap<>();
  private final List<TestDaemon> daemons = new ArrayList<>();
  private Http http = new Http("http://127.0.0.1:1", null);
  private String tenant = "";

  @BeforeAll
  void lose_power() throws IOException {
    TestDaemon first = start(before, Map.of());
    Http there = first.http();
    tenant =
        text(there.post("/v1/tenants", json("{'name':'guarded'}")).expect(201).json(), "tenant_id");
    for (String session : SESSIONS) {
      boolean guarded = GUARDED.contains(session);
      there
          .post(
              "/v1/sessions",
              json(
                  "{'session_id':'%s'%s}",
                  session, guarded ? json(",'tenant_id':'%s'", tenant) : ""))
          .expect(201);
      String run = there.submit(session, Script.bash(COMMAND), Script.SAY_LAST_RESULT);
      there.approve(run);
      runs.put(session, run);
    }
    for (String session : SESSIONS) {
      await().until(() -> Files.exists(workspace(before, session).resolve("again")));
    }
    PowerLoss.copy(before, after);
    http = start(after, Map.of()).http();
  }

  @AfterAll
  void stop() {
    daemons.reversed().forEach(TestDaemon::close);
  }

  private TestDaemon start(Path folder, Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(more);
    settings.put("HOLDPOINT_WORKERS", "32");
    TestDaemon daemon = TestDaemon.start(folder, settings);
    daemons.add(daemon);
    return daemon;
  }

  @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency of its own
  private static String json(String text, Object... values) {
    return text.formatted(values).replace('\'', '"');
  }

  private static Path workspace(Path folder, String session) {
    return folder.resolve("workspaces").resolve(session);
  }

  private List<String> ran(String session) {
    try {
      return Files.readAllLines(workspace(after, session).resolve("ran"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String run(String session) {
    return runs.getOrDefault(session, "");
  }

  /** The question that the session's run waits for; it is the only one. */
  private JsonNode question(String session) {
    JsonNode run = http.awaitRun(run(session), "waiting_for_user_question");
    assertThat(run.path("pending_question_ids").size()).isEqualTo(1);
    return http.get("/v1/questions/" + run.path("pending_question_ids").get(0).asString())
        .expect(200)
        .json();
  }

  private Http.Answer say(String session, String word, @Nullable String note) {
    JsonNode question = question(session);
    String id = question.at("/request/id").asString();
    return http.post(
        "/v1/runs/" + run(session) + "/questions",
        json(
            "{'resolution':{'request_id':'%s','answers':[{'question_id':'effect','selected_option_ids':[%s]%s}]}}",
            id,
            word.isEmpty() ? "" : "'" + word + "'",
            note == null ? "" : ",'freeform_answer':'" + note + "'"));
  }

  /** What the model read of the call. */
  private JsonNode told(String session) {
    return Acceptance.JSON.readTree(
        text(http.awaitRun(run(session), "completed").path("outputs").get(0), "content"));
  }

  private List<String> allowed(String session) {
    return events(session, "approval_resolved").stream()
        .map(event -> event.findPath("request_id").asString())
        .toList();
  }

  private static String permitId(String approval) {
    return "prm_" + approval.substring("apr_".length());
  }

  private JsonNode permit(String approval) {
    return http.get("/v1/permits/" + permitId(approval)).expect(200).json();
  }

  private List<JsonNode> events(String session, String type) {
    return http.events(run(session)).stream()
        .map(entry -> entry.path("event"))
        .filter(event -> text(event, "type").equals(type))
        .toList();
  }

  // PF-34
  @Test
  void what_happened_is_told_to_the_model_and_does_not_run_again() {
    JsonNode request = question("happened").path("request");
    assertThat(text(request, "purpose")).isEqualTo("effect_uncertain");
    JsonNode effect = request.path("effect");
    assertThat(text(effect, "tool_name")).isEqualTo("bash");
    assertThat(text(effect.path("input"), "command")).isEqualTo(COMMAND);
    assertThat(effect.path("attempt").asInt()).isEqualTo(1);
    assertThat(effect.path("leftover").asBoolean()).isTrue();
    assertThat(effect.path("started_at_ms").asLong())
        .isBetween(1L, request.path("created_at_ms").asLong());
    assertThat(text(effect, "tool_call_id")).isEqualTo(text(request, "tool_call_id"));
    assertThat(request.at("/questions/0/options").valueStream().map(option -> text(option, "id")))
        .containsExactly("happened", "not_happened", "unknown");
    List<JsonNode> asked = events("happened", "effect_uncertain");
    assertThat(asked).hasSize(1);
    assertThat(text(asked.getFirst(), "question_id")).isEqualTo(text(request, "id"));

    say("happened", "happened", "I saw it in the log").expect(202);

    JsonNode told = told("happened");
    assertThat(told.path("uncertain").asBoolean()).isTrue();
    assertThat(text(told, "resolved")).isEqualTo("happened");
    assertThat(text(told, "by")).isEqualTo("admin");
    assertThat(text(told, "note")).isEqualTo("I saw it in the log");
    assertThat(ran("happened")).containsExactly("ran");
    JsonNode settled = events("happened", "effect_settled").getFirst();
    assertThat(text(settled, "resolved")).isEqualTo("happened");
    assertThat(text(settled, "by")).isEqualTo("admin");
    assertThat(
            http.get("/v1/runs/" + run("happened") + "/external-actions")
                .expect(200)
                .json()
                .valueStream()
                .filter(action -> !text(action, "kind").equals("decision"))
                .map(action -> text(action, "phase") + " " + action.path("outcome").asString("")))
        .containsExactly("request ", "response uncertain", "response happened");
  }

  /** The evidence of each answer of the session's run, as an export has it, which holds. */
  private List<JsonNode> answers(String session) throws IOException {
    String export = http.get("/v1/audit/export").expect(200).text();
    assertThat(
            Verifier.verify(
                    new ByteArrayInputStream(export.getBytes(StandardCharsets.UTF_8)),
                    TrustedKeys.NOTHING)
                .findings())
        .isEmpty();
    List<JsonNode> lines = export.lines().map(line -> Acceptance.JSON.readTree(line)).toList();
    List<String> ids =
        lines.stream()
            .map(line -> line.path("record"))
            .filter(record -> record.path("kind").asString("").equals("effect"))
            .filter(record -> text(record, "run_id").equals(run(session)))
            .map(record -> text(record, "action_id"))
            .toList();
    return lines.stream()
        .filter(line -> ids.contains(line.path("action_id").asString("")))
        .map(line -> line.path("detail"))
        .toList();
  }

  @Test
  @DisplayName("PF-34 each answer is a record with who said what of which execution")
  void PF_34_an_answer_is_a_record_with_evidence_and_without_its_note() throws IOException {
    String id = question("recorded").at("/request/id").asString();
    say("recorded", "unknown", "canary-note").expect(202);

    List<JsonNode> answers = answers("recorded");
    assertThat(answers).hasSize(1);
    JsonNode answer = answers.getFirst();
    assertThat(text(answer, "question_id")).isEqualTo(id);
    assertThat(text(answer, "resolved")).isEqualTo("unknown");
    assertThat(text(answer, "by")).isEqualTo("admin");
    assertThat(answer.path("attempt").asInt()).isEqualTo(1);
    assertThat(text(answer, "approval_id")).startsWith("apr_");
    assertThat(text(answer, "note_sha256")).hasSize(64);
    assertThat(answer.toString()).doesNotContain("canary").doesNotContain("echo ran");
  }

  // PF-34
  @Test
  void what_did_not_happen_runs_exactly_once_more_on_the_earlier_yes() {
    assertThat(question("not-happened").at("/request/effect/attempt").asInt()).isEqualTo(1);

    say("not-happened", "not_happened", null).expect(202);

    assertThat(told("not-happened").path("exit_code").asInt(-1)).isZero();
    assertThat(ran("not-happened")).containsExactly("ran", "ran");
    assertThat(events("not-happened", "waiting_for_approval")).hasSize(1);
    assertThat(
            http.get("/v1/runs/" + run("not-happened") + "/external-actions")
                .expect(200)
                .json()
                .valueStream()
                .filter(action -> !text(action, "kind").equals("decision"))
                .map(action -> text(action, "phase") + " " + action.path("outcome").asString("")))
        .containsExactly(
            "request ", "response uncertain", "response not_happened", "request ", "response ok");
    JsonNode permit = permit(allowed("not-happened").getFirst());
    assertThat(text(permit, "state")).isEqualTo("succeeded");
    assertThat(permit.path("attempt").asInt()).isEqualTo(2);
  }

  // PF-34
  @Test
  void what_nobody_knows_and_what_is_declined_is_told_so_and_does_not_run_again() {
    say("unknown", "unknown", null).expect(202);
    String declined = question("declined").at("/request/id").asString();
    http.post(
            "/v1/runs/" + run("declined") + "/questions",
            json(
                "{'resolution':{'request_id':'%s','declined':true,'justification':'not me'}}",
                declined))
        .expect(202);

    for (String session : List.of("unknown", "declined")) {
      JsonNode told = told(session);
      assertThat(text(told, "resolved")).isEqualTo("unknown");
      assertThat(text(told, "message")).contains("It is unknown");
      assertThat(ran(session)).containsExactly("ran");
      assertThat(text(events(session, "effect_settled").getFirst(), "resolved"))
          .isEqualTo("unknown");
    }
    assertThat(text(told("declined"), "note")).isEqualTo("not me");
  }

  @Test
  void a_cancelled_question_cancels_the_run() {
    String id = question("cancelled").at("/request/id").asString();
    http.post("/v1/runs/" + run("cancelled") + "/questions/" + id + "/cancel", "{}").expect(200);

    http.awaitRun(run("cancelled"), "cancelled");
    assertThat(events("cancelled", "effect_settled")).isEmpty();
    assertThat(ran("cancelled")).containsExactly("ran");
  }

  @Test
  void an_answer_selects_exactly_one_word() {
    JsonNode before = question("words");
    assertThat(say("words", "", "it happened").expect(400).code())
        .isEqualTo("question_answer_invalid");
    assertThat(say("words", "happened','unknown", null).expect(400).code())
        .isEqualTo("question_single_select_violation");
    assertThat(say("words", "maybe", null).expect(400).code())
        .isEqualTo("question_option_not_found");
    assertThat(say("words", "", null).expect(400).code()).isEqualTo("question_answer_empty");
    String reply = "/v1/sessions/words/questions/" + before.at("/request/id").asString() + "/reply";
    for (String none : List.of("{'answers':[]}", "{'answers':[[]]}", "{'answers':[['surely']]}")) {
      assertThat(http.post(reply, json(none)).expect(400).code())
          .as(none)
          .isEqualTo("question_answer_invalid");
    }
    assertThat(question("words")).isEqualTo(before);
  }

  // PF-40
  @Test
  void the_ambient_surface_shows_it_and_takes_one_of_the_words_with_a_note() {
    String id = question("ambient").at("/request/id").asString();
    JsonNode pending =
        http.get("/api/clarify/pending?session_id=ambient").expect(200).json().path("pending");
    assertThat(text(pending, "clarify_id")).isEqualTo(id);
    assertThat(text(pending, "question"))
        .contains("bash was started at", "Did it happen?", "echo ran");
    assertThat(pending.path("choices_offered").valueStream().map(JsonNode::asString))
        .containsExactly("It happened", "It did not happen", "Unknown");
    String body = "{'session_id':'ambient','clarify_id':'%s','response':%s}";
    assertThat(http.post("/api/clarify/respond", json(body, id, "'probably'")).status())
        .isEqualTo(400);

    http.post("/api/clarify/respond", json(body, id, "['It happened','saw it']")).expect(200);

    assertThat(text(told("ambient"), "resolved")).isEqualTo("happened");
    assertThat(text(told("ambient"), "note")).isEqualTo("saw it");
  }

  @Test
  void an_older_client_replies_with_the_word() {
    String id = question("plain").at("/request/id").asString();
    http.post("/v1/sessions/plain/questions/" + id + "/reply", json("{'answers':[['unknown']]}"))
        .expect(204);
    assertThat(text(told("plain"), "resolved")).isEqualTo("unknown");
  }

  // PF-35
  @Test
  void where_one_click_does_not_decide_the_earlier_yes_is_spent() {
    for (String session : GUARDED) {
      String guard =
          "'approvals_required':%d,'signature_required':%b,'step_up':'%s'"
              .formatted(
                  session.equals("quorum") ? 2 : 1,
                  session.equals("signed"),
                  session.equals("stepped") ? "passkey" : "none");
      String first = allowed(session).getFirst();
      http.send("PUT", "/v1/tenants/" + tenant + "/approval-policy", json("{%s}", guard), _ -> {})
          .expect(200);

      say(session, "not_happened", null).expect(202);

      JsonNode run = http.awaitRun(run(session), "waiting_for_approval");
      JsonNode next = run.path("pending_approvals").get(0);
      assertThat(next.path("revision").asInt()).isEqualTo(2);
      assertThat(text(next, "revises")).isEqualTo(first);
      assertThat(
              text(
                  http.get("/v1/approvals/" + first).expect(200).json().path("request"),
                  "successor_id"))
          .isEqualTo(text(next, "id"));
      assertThat(ran(session)).containsExactly("ran");
      JsonNode spent = permit(first);
      assertThat(text(spent, "state")).isEqualTo("void");
      assertThat(text(spent, "void_reason")).isEqualTo("superseded");
      assertThat(text(spent, "successor_id")).isEqualTo(text(next, "id"));
      assertThat(spent.path("attempt").asInt()).isEqualTo(2);
      assertThat(
              http.get("/v1/audit/records?kind=permit&target=" + permitId(first))
                  .expect(200)
                  .json()
                  .at("/0/record/outcome")
                  .asString())
          .isEqualTo("void");
    }
    http.send(
            "PUT",
            "/v1/tenants/" + tenant + "/approval-policy",
            json("{'signature_required':false,'approvals_required':1,'step_up':'none'}"),
            _ -> {})
        .expect(200);
    http.approve(run("quorum"));
    assertThat(told("quorum").path("exit_code").asInt(-1)).isZero();
    assertThat(ran("quorum")).containsExactly("ran", "ran");
    assertThat(permit(allowed("quorum").getLast()).path("attempt").asInt()).isEqualTo(2);
    assertThat(text(permit(allowed("quorum").getFirst()), "void_reason")).isEqualTo("superseded");
  }
}
