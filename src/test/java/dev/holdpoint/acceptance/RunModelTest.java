package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * The life of a run as a model: random operations, among them every one that a client can send,
 * against a run that stops at gates, compared after each with a small reference of what may happen.
 * The seed is in the name of the test and makes it repeat itself.
 */
@OnOneDatabase
class RunModelTest extends Acceptance {
  private static final int SEEDS = 12;
  private static final int OPERATIONS = 14;
  private static final String UNKNOWN_APPROVAL = "apr_01JZZZZZZZZZZZZZZZZZZZZZZZ";
  private static final String UNKNOWN_QUESTION = "qst_01JZZZZZZZZZZZZZZZZZZZZZZZ";

  /** The arrows of the specification; waiting ends may also settle. */
  private static final Map<String, Set<String>> NEXT =
      Map.of(
          "queued", Set.of("running", "cancelled", "interrupted", "failed"),
          "running",
              Set.of(
                  "waiting_for_approval",
                  "waiting_for_user_question",
                  "completed",
                  "failed",
                  "interrupted",
                  "cancelled"),
          "waiting_for_approval",
              Set.of("running", "completed", "failed", "interrupted", "cancelled"),
          "waiting_for_user_question",
              Set.of("running", "completed", "failed", "interrupted", "cancelled"),
          "completed", Set.of(),
          "failed", Set.of(),
          "interrupted", Set.of(),
          "cancelled", Set.of());

  private static final Set<String> KINDS =
      Set.of("input", "approval_resume", "user_question_resume");

  private static final Set<String> TERMINAL =
      Set.of("completed", "failed", "interrupted", "cancelled");

  RunModelTest(Database database) {
    super(database);
  }

  enum Operation {
    ALLOW,
    DENY,
    ALLOW_UNKNOWN,
    ANSWER,
    DECLINE,
    ANSWER_UNKNOWN,
    CANCEL_QUESTION,
    CANCEL_UNKNOWN_QUESTION,
    CANCEL_RUN,
    INTERRUPT
  }

  /** What the reference believes: the gates that are still to come, and where the run stands. */
  private static final class Model {
    private final List<String> stops;
    private int at;
    private String status;

    Model(List<String> stops) {
      this.stops = stops;
      this.status = stop();
    }

    private String stop() {
      return at < stops.size() ? stops.get(at) : "completed";
    }

    boolean over() {
      return TERMINAL.contains(status);
    }

    /** The answer's status and the code of a refusal. */
    String expect(Operation operation) {
      boolean approving = status.equals("waiting_for_approval");
      boolean asking = status.equals("waiting_for_user_question");
      return switch (operation) {
        case ALLOW, DENY -> approving ? "202" : "409 approval_state_conflict";
        case ALLOW_UNKNOWN ->
            approving ? "400 approval_request_not_pending" : "409 approval_state_conflict";
        case ANSWER, DECLINE -> asking ? "202" : "409 question_state_conflict";
        case ANSWER_UNKNOWN, CANCEL_UNKNOWN_QUESTION ->
            asking ? "400 question_request_mismatch" : "409 question_state_conflict";
        case CANCEL_QUESTION -> asking ? "200" : "409 question_state_conflict";
        case CANCEL_RUN -> over() && !status.equals("cancelled") ? "409 run_state_conflict" : "200";
        case INTERRUPT -> "200";
      };
    }

    void apply(Operation operation) {
      if (over()) {
        return;
      }
      switch (operation) {
        case ALLOW, DENY -> passIf("waiting_for_approval");
        case ANSWER, DECLINE -> passIf("waiting_for_user_question");
        case CANCEL_QUESTION -> {
          if (status.equals("waiting_for_user_question")) {
            status = "cancelled";
          }
        }
        case CANCEL_RUN -> status = "cancelled";
        case INTERRUPT -> status = "interrupted";
        case ALLOW_UNKNOWN, ANSWER_UNKNOWN, CANCEL_UNKNOWN_QUESTION -> {}
      }
    }

    private void passIf(String waiting) {
      if (status.equals(waiting)) {
        at++;
        status = stop();
      }
    }
  }

  static List<Integer> seeds() {
    List<Integer> seeds = new ArrayList<>();
    for (int seed = 1; seed <= SEEDS; seed++) {
      seeds.add(seed);
    }
    return seeds;
  }

  @ParameterizedTest
  @MethodSource("seeds")
  // K4-300, K4-302, K4-303, K4-304, K4-308, K4-309, K4-311, K4-312, K4-416
  void
      K4_300_K4_302_K4_303_K4_304_K4_308_K4_309_K4_311_K4_312_K4_416_a_run_does_what_the_reference_does(
          int seed) {
    Random random = new Random(seed);
    List<String> stops = new ArrayList<>();
    List<String> script = new ArrayList<>();
    for (int i = random.nextInt(5); i >= 0; i--) {
      boolean approval = random.nextBoolean();
      stops.add(approval ? "waiting_for_approval" : "waiting_for_user_question");
      script.add(approval ? Script.approval("gate") : Script.ask());
    }
    script.add(Script.say("end"));
    Model model = new Model(stops);
    String session = session();
    JsonNode run = park(session, script.toArray(new String[0]));

    for (int i = 0; i < OPERATIONS; i++) {
      assertThat(status(run)).isEqualTo(model.status);
      Operation operation = Operation.values()[random.nextInt(Operation.values().length)];
      // An end is only worth a visit when the way there was long enough.
      if (i < 6 && (operation == Operation.CANCEL_RUN || operation == Operation.INTERRUPT)) {
        operation = model.status.contains("approval") ? Operation.ALLOW : Operation.ANSWER;
      }
      List<JsonNode> history = events(id(run));
      String expected = model.expect(operation);

      Http.Answer answer = send(operation, session, run);

      String got =
          answer.status() >= 400 ? answer.status() + " " + answer.code() : "" + answer.status();
      assertThat(got)
          .as("seed %d, step %d: %s in %s", seed, i, operation, model.status)
          .isEqualTo(expected);
      boolean wasOver = model.over();
      model.apply(operation);
      int before = history.size();
      String gate = gate(run);
      run =
          awaitRun(
              id(run),
              now -> status(now).equals(model.status) && settledOrNewGate(now, gate, answer));
      if (wasOver || answer.status() >= 400) {
        assertThat(events(id(run))).as("nothing happened").hasSize(before);
      }
    }
    wellFormed(id(run));
  }

  /** A resolution is through when the run has come to another gate, or its end. */
  private static boolean settledOrNewGate(JsonNode run, String gate, Http.Answer answer) {
    return answer.status() != 202 || !gate(run).equals(gate) || TERMINAL.contains(status(run));
  }

  private static String gate(JsonNode run) {
    return run.path("pending_approval_ids").toString() + run.path("pending_question_ids");
  }

  private Http.Answer send(Operation operation, String session, JsonNode run) {
    String approval =
        run.path("pending_approval_ids").isEmpty() ? UNKNOWN_APPROVAL : approvalId(run);
    String question =
        run.path("pending_question_ids").isEmpty() ? UNKNOWN_QUESTION : questionId(run);
    String path = "/v1/runs/" + id(run);
    return switch (operation) {
      case ALLOW -> http.post(path + "/approvals", allow(approval));
      case DENY -> http.post(path + "/approvals", deny(approval, "no"));
      case ALLOW_UNKNOWN -> http.post(path + "/approvals", allow(UNKNOWN_APPROVAL));
      case ANSWER -> http.post(path + "/questions", answer(question));
      case DECLINE -> http.post(path + "/questions", decline(question));
      case ANSWER_UNKNOWN -> http.post(path + "/questions", answer(UNKNOWN_QUESTION));
      case CANCEL_QUESTION -> http.post(path + "/questions/" + question + "/cancel", null);
      case CANCEL_UNKNOWN_QUESTION ->
          http.post(path + "/questions/" + UNKNOWN_QUESTION + "/cancel", null);
      case CANCEL_RUN -> http.post(path + "/cancel", null);
      case INTERRUPT -> http.post("/v1/sessions/" + session + "/interrupt", null);
    };
  }

  /** Accepted first, one end and it is last, each step an arrow of the table. */
  private void wellFormed(String runId) {
    List<JsonNode> history = events(runId);
    List<String> types = eventTypes(runId);
    assertThat(types.getFirst()).isEqualTo("accepted");
    assertThat(types.stream().filter(TERMINAL::contains).count()).isLessThanOrEqualTo(1);
    if (types.stream().anyMatch(TERMINAL::contains)) {
      assertThat(TERMINAL).contains(types.getLast());
    }
    String status = "queued";
    String waiting = "";
    for (JsonNode entry : history) {
      String type = entry.at("/event/type").asString();
      if (type.endsWith("_resolved")) {
        assertThat(waiting)
            .isEqualTo(
                type.equals("approval_resolved")
                    ? "waiting_for_approval"
                    : "waiting_for_user_question");
        assertThat(NEXT.get(status)).contains("running");
        status = "running";
        waiting = "";
        continue;
      }
      String then = entry.at("/event/run/status").asString();
      assertThat(NEXT).containsKey(then);
      assertThat(KINDS).contains(entry.at("/event/run/kind").asString());
      if (!then.equals(status)) {
        assertThat(NEXT.get(status)).as(types.toString()).contains(then);
      }
      waiting = then.startsWith("waiting") ? then : waiting;
      status = then;
    }
  }
}
