package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Sse;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What every acceptance test needs: a daemon to talk to, and words for what is said to it. */
abstract class Acceptance {
  static final JsonMapper JSON = new JsonMapper();
  private static final AtomicInteger SESSIONS = new AtomicInteger();

  final Http http;

  Acceptance(Database database) {
    this(database.http());
  }

  /** With a daemon of the test's own. */
  Acceptance(Http http) {
    this.http = http;
  }

  /** JSON with single quotes, which a test can be read with. */
  static String json(String text, Object... values) {
    String plain = text.replace('\'', '"');
    return values.length == 0 ? plain : plain.formatted(values);
  }

  /** A new session. */
  final String session() {
    String id = "session-" + SESSIONS.incrementAndGet();
    http.session(id);
    return id;
  }

  final JsonNode run(String runId) {
    return http.get("/v1/runs/" + runId).expect(200).json();
  }

  /** Submits a script and waits until the run has parked or ended. */
  final JsonNode park(String sessionId, String... lines) {
    String content = "#!script\n" + String.join("\n", lines);
    http.post(
            "/v1/sessions/" + sessionId + "/input",
            "{\"content\":" + JSON.writeValueAsString(content) + "}")
        .expect(200);
    return http.get("/v1/runs?limit=1&session_id=" + sessionId).expect(200).json().get(0);
  }

  /** Waits, woken by the run's own stream, until the run is as wanted. */
  final JsonNode awaitRun(String runId, Predicate<JsonNode> wanted) {
    JsonNode run = run(runId);
    if (wanted.test(run)) {
      return run;
    }
    try (Sse stream = http.stream("/v1/runs/" + runId + "/stream?cursor=0")) {
      while (!wanted.test(run)) {
        stream.next();
        run = run(runId);
      }
    }
    return run;
  }

  final JsonNode awaitRun(String runId, String status) {
    return awaitRun(runId, run -> status(run).equals(status));
  }

  /** Waits until the run is over and gives its last message. */
  final String lastWords(String runId) {
    JsonNode outputs = awaitRun(runId, "completed").path("outputs");
    return text(outputs.get(outputs.size() - 1), "content");
  }

  final List<JsonNode> events(String runId) {
    return http.get("/v1/runs/" + runId + "/events").expect(200).json().valueStream().toList();
  }

  final List<String> eventTypes(String runId) {
    return events(runId).stream().map(entry -> entry.at("/event/type").asString()).toList();
  }

  /** The payload of the run's only event of this kind. */
  final JsonNode event(String runId, String type) {
    List<JsonNode> found =
        events(runId).stream()
            .map(entry -> entry.path("event"))
            .filter(event -> text(event, "type").equals(type))
            .toList();
    assertThat(found).as(type + " of " + runId).hasSize(1);
    return found.getFirst();
  }

  /** The ids of what the run has waited for, which may be over before anybody could look. */
  final List<String> waitedFor(String runId) {
    return events(runId).stream()
        .map(entry -> entry.path("event"))
        .filter(event -> text(event, "type").startsWith("waiting_for_"))
        .flatMap(event -> texts(event.path("request_ids")).stream())
        .toList();
  }

  final Http.Answer keyed(String path, String body, String key) {
    return http.send("POST", path, body, request -> request.header("Idempotency-Key", key));
  }

  /** A refusal as it must look, whatever was refused. */
  static JsonNode refused(Http.Answer answer, int status, String domain, String code) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(status);
    assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
    JsonNode problem = answer.json();
    assertThat(text(problem, "code")).as(answer.text()).isEqualTo(code);
    assertThat(text(problem, "domain")).isEqualTo(domain);
    assertThat(problem.path("status").asInt()).isEqualTo(status);
    assertThat(text(problem, "type")).isEqualTo("urn:holdpoint:problem:" + code);
    assertThat(text(problem, "title")).isNotBlank();
    assertThat(text(problem, "detail")).isNotBlank();
    assertThat(text(problem, "request_id")).isEqualTo(answer.header("X-Request-Id")).isNotBlank();
    assertThat(text(problem, "instance"))
        .isEqualTo(
            Set.of(401, 403, 404).contains(status)
                ? ""
                : "urn:holdpoint:request:" + text(problem, "request_id"));
    return problem;
  }

  /** The run and its history are the same after the deed as before it. */
  final void leavesUnchanged(String runId, Runnable deed) {
    JsonNode before = run(runId);
    List<JsonNode> history = eventsInTime(runId);
    deed.run();
    assertThat(run(runId)).isEqualTo(before);
    assertThat(eventsInTime(runId)).isEqualTo(history);
  }

  /** Without those that say that a decision came too late: they change nothing. */
  private List<JsonNode> eventsInTime(String runId) {
    return events(runId).stream()
        .filter(one -> !one.at("/event/change").asString("").equals("late_answer"))
        .toList();
  }

  /** Does it {@code n} times at the same moment; gives every result. */
  static <T> List<T> atOnce(int n, Callable<T> deed) {
    CountDownLatch go = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<T>> results = new ArrayList<>();
      for (int i = 0; i < n; i++) {
        results.add(
            threads.submit(
                () -> {
                  go.await();
                  return deed.call();
                }));
      }
      go.countDown();
      List<T> all = new ArrayList<>();
      for (Future<T> result : results) {
        all.add(result.get());
      }
      return all;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  static String id(JsonNode run) {
    return text(run, "run_id");
  }

  static String status(JsonNode run) {
    return text(run, "status");
  }

  static String text(JsonNode node, String member) {
    return node.path(member).asString();
  }

  static List<String> texts(JsonNode list) {
    return list.valueStream().map(JsonNode::asString).toList();
  }

  static List<String> members(JsonNode node) {
    return List.copyOf(node.propertyNames());
  }

  /** The id of the run's n-th pending approval. */
  static String approvalId(JsonNode run, int n) {
    return run.path("pending_approval_ids").get(n).asString();
  }

  static String approvalId(JsonNode run) {
    return approvalId(run, 0);
  }

  static String questionId(JsonNode run) {
    return run.path("pending_question_ids").get(0).asString();
  }

  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  static String allow(String approvalId) {
    return resolutions(one(approvalId, "allow", ""));
  }

  static String deny(String approvalId, String reason) {
    return resolutions(one(approvalId, "deny", json(",'reason':'%s'", reason)));
  }

  static String one(String approvalId, String behavior, String more) {
    return json("{'request_id':'%s','behavior':'%s'%s}", approvalId, behavior, more);
  }

  static String resolutions(String... all) {
    return "{\"resolutions\":[" + String.join(",", all) + "]}";
  }

  /** A good answer to {@link Script#ask()}. */
  static String answer(String questionId) {
    return resolution(
        questionId,
        json(
            "'answers':[{'question_id':'routing','selected_option_ids':['openai']},"
                + "{'question_id':'notes','freeform_answer':'Use the fast path.'}],"
                + "'declined':false,'justification':'Answered by operator'"));
  }

  static String decline(String questionId) {
    return resolution(
        questionId, json("'answers':[],'declined':true,'justification':'Not my call'"));
  }

  static String resolution(String questionId, String members) {
    return json("{'resolution':{'request_id':'%s',", questionId) + members + "}}";
  }
}
