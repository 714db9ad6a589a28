package dev.holdpoint.blackbox;

import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JsonNode;

/**
 * One run from its submission to its end, by a caller who sends every request again, with its key,
 * until it is answered.
 */
final class Mission {
  static final Set<String> TERMINAL = Set.of("completed", "failed", "interrupted", "cancelled");
  static final String FILE = "lines";

  /** So that a kill often finds a command in flight. */
  private static final String LINGER = "; sleep 0.2";

  private static final long BETWEEN_LOOKS = 3_000_000;

  /** What has taken long is looked at less often: looking takes the processor from it. */
  private static final long MOST_BETWEEN_LOOKS = 24_000_000;

  enum Kind {
    APPROVAL,
    COMMAND,
    QUESTION,
    BOTH
  }

  final Kind kind;
  final String session;

  /** Unique; in the keys, the decisions, and the line that the command writes. */
  final String mark;

  private String run = "";
  private String end = "";
  private String history = "";

  Mission(Kind kind, String session, String mark) {
    this.kind = kind;
    this.session = session;
    this.mark = mark;
  }

  String run() {
    return run;
  }

  String end() {
    return end;
  }

  /** The run's events when its end was first seen, as they came. */
  String history() {
    return history;
  }

  void carryOut(MortalDaemon daemon) {
    String work = Http.work(lines().toArray(String[]::new));
    run =
        daemon.persist(
            http ->
                http.postWithKey("/v1/sessions/" + session + "/runs", work, "submit " + mark)
                    .expect(202)
                    .json()
                    .path("run_id")
                    .asString());
    long pause = BETWEEN_LOOKS;
    while (true) {
      JsonNode view = daemon.persist(http -> http.get("/v1/runs/" + run).expect(200).json());
      String status = view.path("status").asString();
      if (TERMINAL.contains(status)) {
        end = status;
        history =
            daemon.persist(http -> http.get("/v1/runs/" + run + "/events").expect(200).text());
        return;
      }
      if (decide(daemon, view, status)) {
        pause = BETWEEN_LOOKS;
      } else {
        LockSupport.parkNanos(pause);
        pause = Math.min(2 * pause, MOST_BETWEEN_LOOKS);
      }
    }
  }

  private boolean decide(MortalDaemon daemon, JsonNode view, String status) {
    boolean asksApproval = status.equals("waiting_for_approval");
    if (!asksApproval && !status.equals("waiting_for_user_question")) {
      return false;
    }
    String gate =
        view.path(asksApproval ? "pending_approval_ids" : "pending_question_ids")
            .path(0)
            .asString();
    String path = "/v1/runs/" + run + (asksApproval ? "/approvals" : "/questions");
    String body =
        asksApproval
            ? "{\"resolutions\":[{\"request_id\":\"%s\",\"behavior\":\"allow\",\"justification\":\"%s\"}]}"
                .formatted(gate, mark)
            : Http.answer(gate, mark);
    daemon.persist(http -> http.postWithKey(path, body, "decide " + gate).expect(202));
    return true;
  }

  private List<String> lines() {
    return switch (kind) {
      case APPROVAL -> List.of(Script.approval(mark), Script.say(mark));
      case COMMAND ->
          List.of(Script.bash("echo " + mark + " >> " + FILE + LINGER), Script.say(mark));
      case QUESTION -> List.of(Script.ask(mark, 0), Script.say(mark));
      case BOTH -> List.of(Script.approval(mark), Script.ask(mark, 600_000), Script.say(mark));
    };
  }

  /** How many decisions the run needs to come to its end. */
  int decisions() {
    return kind == Kind.BOTH ? 2 : 1;
  }
}
