package dev.holdpoint.chaos.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.DaemonProcess;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Script;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One run from its submission to its end, with a command that needs a yes and a question. Its
 * caller does not take a death or a refusal for an answer, and remembers what was acknowledged.
 */
final class Tale {
  private static final Set<String> TERMINAL =
      Set.of("completed", "interrupted", "failed", "cancelled");
  private static final String COMMITTED = "written by ";

  private final DaemonProcess daemon;
  private final Runnable heal;
  private final String name;
  private @Nullable String asset;
  private @Nullable String run;
  private boolean approved;
  private boolean answered;
  private boolean explained;
  private boolean died;

  /** How the daemon has ended by itself, or "" if it went on. */
  private String end = "";

  private int refusals;

  /**
   * @param heal what lets the daemon start again when it could not
   */
  Tale(DaemonProcess daemon, Runnable heal, String name) {
    this.daemon = daemon;
    this.heal = heal;
    this.name = name;
  }

  /** What the daemon did about it, for the report. */
  String outcome() {
    return end.isEmpty() ? (refusals > 0 ? "refused, then went on" : "went on") : end;
  }

  void tell() throws IOException {
    persist(http -> post(http, "/v1/sessions", "{\"session_id\":\"" + name + "\"}", "s"), 201);
    asset =
        persist(http -> post(http, "/v1/assets", file(), "a"), 201)
            .json()
            .path("asset_id")
            .asString();
    String mark =
        Script.bash("echo %s >> done.txt; sync done.txt".formatted(name))
            + "\n"
            + Script.ask("which?", 0);
    run =
        persist(
                http ->
                    post(
                        http,
                        "/v1/sessions/" + name + "/runs",
                        Http.work(mark, Script.say("bye")),
                        "r"),
                202)
            .json()
            .path("run_id")
            .asString();
    String runs = "/v1/runs/" + run;
    JsonNode parked = await("waiting_for_approval");
    if (parked.path("status").asString().equals("waiting_for_approval")) {
      String gate = parked.path("pending_approval_ids").path(0).asString();
      persist(http -> post(http, runs + "/approvals", Http.allow(gate), "y"), 202);
      approved = true;
    }
    JsonNode asking = await("waiting_for_user_question");
    if (asking.at("/pending_questions/0").has("effect")) {
      // The command was cut off, and a person is asked what became of it.
      String effect = asking.path("pending_question_ids").path(0).asString();
      persist(http -> post(http, runs + "/questions", unknown(effect), "e"), 202);
      explained = true;
      asking = awaitOther(effect);
    }
    if (asking.path("status").asString().equals("waiting_for_user_question")) {
      String question = asking.path("pending_question_ids").path(0).asString();
      persist(
          http -> post(http, runs + "/questions", Http.answer(question, "that " + name), "q"), 202);
      answered = true;
    }
    await("completed");
  }

  private String file() {
    return "{\"file_name\":\"f.txt\",\"content_base64\":\"%s\"}"
        .formatted(
            Base64.getEncoder()
                .encodeToString((COMMITTED + name).getBytes(StandardCharsets.UTF_8)));
  }

  private static String unknown(String question) {
    return """
    {"resolution":{"request_id":"%s","answers":[
      {"question_id":"effect","selected_option_ids":["unknown"]}]}}\
    """
        .formatted(question);
  }

  /** The next question, or the end of the run. */
  private JsonNode awaitOther(String question) throws IOException {
    JsonNode now = await("waiting_for_user_question");
    while (now.path("pending_question_ids").path(0).asString("").equals(question)) {
      pause();
      now = await("waiting_for_user_question");
    }
    return now;
  }

  private Http.Answer post(Http http, String path, String body, String key) {
    return http.postWithKey(path, body, name + "-" + key);
  }

  private JsonNode await(String status) throws IOException {
    for (int i = 0; i < 4_000; i++) {
      JsonNode now = persist(http -> http.get("/v1/runs/" + run), 200).json();
      String is = now.path("status").asString();
      if (is.equals(status) || TERMINAL.contains(is)) {
        return now;
      }
      pause();
    }
    throw new AssertionError(
        name
            + ": the run never became "
            + status
            + "; it is "
            + persist(http -> http.get("/v1/runs/" + run), 200).text()
            + "\n"
            + daemon.log());
  }

  /** Asks until it gets this status; every refusal on the way must be one that says what it is. */
  private Http.Answer persist(Function<Http, Http.Answer> call, int wanted) throws IOException {
    for (int i = 0; i < 4_000; i++) {
      try {
        Http.Answer answer = call.apply(daemon.http());
        if (answer.status() == wanted) {
          return answer;
        }
        assertClear(answer);
        refusals++;
        pause();
      } catch (UncheckedIOException e) {
        revive();
      }
    }
    throw new AssertionError(name + ": refused for ever\n" + daemon.log());
  }

  private void assertClear(Http.Answer answer) {
    assertThat(answer.status()).as("%s: %s", name, answer.text()).isIn(503, 507);
    assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
    assertThat(answer.code()).isIn("unavailable", "storage_full");
  }

  private static void pause() {
    java.util.concurrent.locks.LockSupport.parkNanos(10_000_000);
  }

  /** It has ended by itself, with words; it starts again, or says why not. */
  void revive() throws IOException {
    died = true;
    end += assertClearEnd(daemon.awaitEnd(), daemon.log());
    daemon.begin();
    try {
      daemon.awaitReady();
    } catch (IllegalStateException e) {
      end += ", then " + assertClearEnd(daemon.awaitEnd(), daemon.log());
      heal.run();
      daemon.restart();
    }
  }

  /** One line that says what happened, and no trace of a defect. */
  static String assertClearEnd(int exitCode, String log) {
    assertThat(exitCode).as(log).isIn(1, 70);
    List<String> said =
        log.lines()
            .filter(
                line -> line.startsWith("holdpoint: ") || line.contains("can no longer be trusted"))
            .toList();
    assertThat(said).as(log).isNotEmpty();
    assertThat(log).doesNotContain("NullPointerException", "Exception in thread");
    return "exit " + exitCode;
  }

  /**
   * What holds of it ever after.
   *
   * @param ids all event ids that were seen so far
   */
  void check(Set<Long> ids) throws IOException {
    Http http = daemon.http();
    assertThat(http.get("/v1/sessions/" + name).status()).as(name).isEqualTo(200);
    assertThat(http.get("/v1/assets/" + asset + "/raw").expect(200).text())
        .isEqualTo(COMMITTED + name);
    JsonNode runs = http.get("/v1/runs?session_id=" + name).expect(200).json();
    assertThat(runs.valueStream().map(one -> one.path("run_id").asString()))
        .as("%s: submitted once", name)
        .containsExactly(run);
    List<JsonNode> events = http.events(String.valueOf(run));
    long last = -1;
    for (JsonNode event : events) {
      long id = Long.parseLong(event.path("event_id").asString());
      assertThat(id).as("%s: in order", name).isGreaterThan(last);
      assertThat(ids.add(id)).as("%s: event id %d is used once", name, id).isTrue();
      last = id;
    }
    List<String> types = events.stream().map(e -> e.at("/event/type").asString()).toList();
    assertThat(types.stream().filter(TERMINAL::contains)).as("%s: %s", name, types).hasSize(1);
    assertThat(types.stream().filter("approval_resolved"::equals))
        .as("%s: %s", name, types)
        .hasSize(approved ? 1 : 0);
    assertThat(types.stream().filter("user_question_resolved"::equals))
        .as("%s: %s", name, types)
        .hasSize((answered ? 1 : 0) + (explained ? 1 : 0));
    Path file = daemon.workspace(name).resolve("done.txt");
    List<String> done = Files.exists(file) ? Files.readAllLines(file) : List.of();
    if (types.getLast().equals("completed") && done.isEmpty()) {
      // The write that failed may have been the command's own, or have kept it from beginning.
      // Where
      // the daemon died in between, nobody knows, and a person was asked.
      List<String> ends = explained ? List.of("uncertain") : List.of("error", "ok");
      assertThat(http.get("/v1/runs/" + run + "/external-actions").expect(200).json().valueStream())
          .as("%s: not done, and the ledger has how the command ended", name)
          .anyMatch(it -> ends.contains(it.path("outcome").asString("")));
    } else if (types.getLast().equals("completed")) {
      assertThat(done).as("%s: done once", name).containsExactly(name);
    } else {
      assertThat(types.getLast()).as("%s: %s", name, types).isEqualTo("interrupted");
      assertThat(died).as("%s: interrupted by a death alone", name).isTrue();
      assertThat(done).as("%s: not twice", name).hasSizeLessThan(2);
    }
  }
}
