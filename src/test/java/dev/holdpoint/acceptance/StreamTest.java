package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Sse;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The three streams: everything, one session, one run. They differ in their filter only. */
@OnBothDatabases
class StreamTest extends Acceptance {
  private static final String ALL = "/v1/events/stream";

  StreamTest(Database database) {
    super(database);
  }

  private static String ofRun(JsonNode run) {
    return "/v1/runs/" + id(run) + "/stream";
  }

  private static String ofSession(JsonNode run) {
    return "/v1/sessions/" + text(run, "session_id") + "/stream";
  }

  /** Everything the stream sends up to the run's end. */
  private static List<Sse.Frame> upTo(Sse stream, JsonNode run) {
    stream.next(
        frame ->
            frame.type().equals("session_state_changed")
                && text(frame.data(), "session_id").equals(text(run, "session_id"))
                && status(frame.data()).equals("idle"));
    return stream.taken();
  }

  @Test
  // K4-332
  void K4_332_an_update_of_a_queued_run_says_where_it_stands() {
    String session = session();
    String path = "/v1/sessions/" + session + "/runs";
    String work = "{\"content\":" + JSON.writeValueAsString("#!script\n" + Script.work()) + "}";
    List<String> runs = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      runs.add(id(http.post(path, work).expect(202).json()));
    }
    try (Sse stream = http.stream("/v1/runs/" + runs.get(2) + "/stream?cursor=0")) {
      JsonNode run = stream.next("run_updated").data().path("run");
      assertThat(status(run)).isEqualTo("queued");
      assertThat(run.path("queued_position").asInt()).isEqualTo(2);
    }
    runs.reversed().forEach(run -> http.post("/v1/runs/" + run + "/cancel", "").expect(200));
  }

  @Test
  // K4-28, K4-37, K4-257, K4-502, K4-506
  void K4_28_K4_37_K4_257_K4_502_K4_506_Q34_cursor_0_replays_all_and_a_cursor_what_came_after_it() {
    JsonNode run = park(session(), Script.say("one"), Script.say("two"));

    for (String path : List.of(ofRun(run), ofSession(run))) {
      List<Sse.Frame> all;
      try (Sse stream = http.stream(path + "?cursor=0")) {
        assertThat(stream.header("content-type")).startsWith("text/event-stream");
        all = upTo(stream, run);
      }
      for (int i = 0; i < all.size() - 1; i++) {
        try (Sse stream = http.stream(path + "?cursor=" + all.get(i).id())) {
          assertThat(upTo(stream, run)).isEqualTo(all.subList(i + 1, all.size()));
        }
      }
      try (Sse stream = http.stream(ALL + "?cursor=" + all.getFirst().id())) {
        assertThat(upTo(stream, run)).isEqualTo(all.subList(1, all.size()));
      }
    }
  }

  @Test
  // K4-258, K4-273, K4-503
  void K4_258_K4_273_K4_503_a_browser_goes_on_from_its_last_event_and_the_larger_wins() {
    JsonNode run = park(session(), Script.say("one"));
    List<Sse.Frame> all;
    try (Sse stream = http.stream(ofRun(run) + "?cursor=0")) {
      all = upTo(stream, run);
    }
    String early = String.valueOf(all.get(0).id());
    String late = String.valueOf(all.get(2).id());

    for (String path : List.of(ofRun(run), ofSession(run))) {
      assertThat(replayed(path, early, run)).isEqualTo(all.subList(1, all.size()));
      assertThat(replayed(path + "?cursor=" + early, late, run))
          .isEqualTo(all.subList(3, all.size()));
      assertThat(replayed(path + "?cursor=" + late, early, run))
          .isEqualTo(all.subList(3, all.size()));
    }
  }

  private List<Sse.Frame> replayed(String path, String lastEventId, JsonNode run) {
    try (Sse stream = http.stream(path, request -> request.header("Last-Event-ID", lastEventId))) {
      return upTo(stream, run);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "-1", "1.5", "0x10", "1e3", "%20", "", "1,2"})
  // K4-273
  void K4_273_a_cursor_that_is_no_number_is_refused(String cursor) {
    JsonNode run = park(session(), Script.say("x"));

    for (String path : List.of(ALL, ofRun(run), ofSession(run))) {
      refused(http.get(path + "?cursor=" + cursor), 400, "events", "invalid_event_cursor");
    }
  }

  @Test
  // K4-273
  void K4_273_a_last_event_id_that_is_no_number_is_refused() {
    refused(
        http.send("GET", ALL, null, request -> request.header("Last-Event-ID", "abc")),
        400,
        "events",
        "invalid_event_cursor");
  }

  @Test
  // K4-259, K4-271
  void K4_259_K4_271_ids_only_grow_and_are_those_of_the_history() {
    JsonNode run = park(session(), Script.bash("true"), Script.ask(), Script.say("done"));
    List<Sse.Frame> frames;
    try (Sse stream = http.stream(ofRun(run) + "?cursor=0")) {
      http.post("/v1/runs/" + id(run) + "/approvals", allow(approvalId(run))).expect(202);
      JsonNode asking = awaitRun(id(run), "waiting_for_user_question");
      http.post("/v1/runs/" + id(run) + "/questions", answer(questionId(asking))).expect(202);
      frames = upTo(stream, run);
    }

    List<Long> ids = frames.stream().filter(f -> f.id() != null).map(Sse.Frame::number).toList();
    assertThat(ids).isSorted().doesNotHaveDuplicates();
    List<JsonNode> entries =
        frames.stream()
            .filter(frame -> frame.type().equals("run_event"))
            .map(frame -> frame.data().path("entry"))
            .toList();
    assertThat(entries).isEqualTo(events(id(run)));
    for (Sse.Frame frame : frames) {
      assertThat(text(frame.data(), "type")).isEqualTo(frame.type());
      if (frame.type().equals("run_event")) {
        assertThat(frame.data().at("/entry/event_id").asString()).isEqualTo(frame.id());
      }
    }
  }

  @Test
  void there_is_a_frame_of_every_type() {
    String session = session();
    List<Sse.Frame> frames;
    JsonNode run;
    try (Sse stream = http.stream("/v1/sessions/" + session + "/stream")) {
      run = park(session, Script.approval("a"), Script.ask(), Script.say("done"));
      http.post("/v1/runs/" + id(run) + "/approvals", allow(approvalId(run))).expect(202);
      JsonNode asking = awaitRun(id(run), "waiting_for_user_question");
      http.post("/v1/runs/" + id(run) + "/questions", answer(questionId(asking))).expect(202);
      frames = upTo(stream, run);
    }

    JsonNode requested = frame(frames, "approval_requested");
    assertThat(requested.path("approval")).isEqualTo(run.path("pending_approvals").get(0));
    assertThat(text(requested, "run_id")).isEqualTo(id(run));
    assertThat(text(requested, "session_id")).isEqualTo(session);
    JsonNode resolved = frame(frames, "approval_resolved");
    assertThat(text(resolved, "approval_id")).isEqualTo(approvalId(run));
    assertThat(status(resolved)).isEqualTo("resolved");
    assertThat(text(resolved, "by")).isEqualTo("admin");
    assertThat(text(resolved.path("resolution"), "behavior")).isEqualTo("allow");
    assertThat(frame(frames, "question_requested").at("/question/questions").size()).isEqualTo(2);
    assertThat(status(frame(frames, "question_resolved"))).isEqualTo("resolved");
    assertThat(text(frame(frames, "output").path("output"), "content")).isEqualTo("done");
    assertThat(frame(frames, "session_state_changed").path("pending_approvals").isNumber())
        .isTrue();
    assertThat(id(frame(frames, "run_updated").path("run"))).isEqualTo(id(run));
    assertThat(frames.stream().map(Sse.Frame::type))
        .contains("run_event", "text_delta")
        .doesNotContain("stream_gap");
  }

  private static JsonNode frame(List<Sse.Frame> frames, String type) {
    return frames.stream()
        .filter(frame -> frame.type().equals(type))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + type + " in " + frames))
        .data();
  }

  @Test
  void the_text_of_a_model_comes_while_it_speaks_without_an_id_and_is_never_replayed() {
    String session = session();
    List<Sse.Frame> live;
    JsonNode run;
    try (Sse stream = http.stream("/v1/sessions/" + session + "/stream")) {
      run = park(session, Script.say("one two three"));
      live = upTo(stream, run);
    }
    List<Sse.Frame> replayed;
    try (Sse stream = http.stream("/v1/sessions/" + session + "/stream?cursor=0")) {
      replayed = upTo(stream, run);
    }

    List<Sse.Frame> deltas = live.stream().filter(f -> f.type().equals("text_delta")).toList();
    assertThat(deltas).isNotEmpty().allSatisfy(delta -> assertThat(delta.id()).isNull());
    assertThat(deltas.stream().map(delta -> text(delta.data(), "text")).reduce("", String::concat))
        .isEqualTo("one two three");
    assertThat(deltas.stream().map(delta -> text(delta.data(), "run_id"))).containsOnly(id(run));
    assertThat(replayed)
        .isEqualTo(live.stream().filter(f -> !f.type().equals("text_delta")).toList());
  }

  @Test
  // K4-507
  void K4_507_a_stream_carries_what_is_its_own_and_nothing_else() {
    String session = session();
    JsonNode one = park(session, Script.say("one"));
    park(session(), Script.say("elsewhere"));
    JsonNode two = park(session, Script.say("two"));

    Set<String> inRun;
    try (Sse stream = http.stream(ofRun(two) + "?cursor=0")) {
      inRun = runs(upTo(stream, two));
    }
    assertThat(inRun).containsExactly(id(two));
    for (String path : List.of(ofSession(two), ALL + "?session_id=" + session)) {
      try (Sse stream = http.stream(path + (path.contains("?") ? "&" : "?") + "cursor=0")) {
        stream.next(f -> f.text().contains(id(two)) && f.text().contains("\"completed\""));
        assertThat(runs(stream.taken())).containsExactlyInAnyOrder(id(one), id(two));
      }
    }
    try (Sse stream = http.stream(ALL + "?cursor=0&run_id=" + id(one))) {
      assertThat(runs(upTo(stream, one))).containsExactly(id(one));
    }
  }

  private static Set<String> runs(List<Sse.Frame> frames) {
    Set<String> runs = new HashSet<>();
    for (Sse.Frame frame : frames) {
      JsonNode data = frame.data();
      Stream.of("/run/run_id", "/entry/run_id", "/output/run_id", "/run_id")
          .map(data::at)
          .filter(JsonNode::isString)
          .map(JsonNode::asString)
          .forEach(runs::add);
    }
    return runs;
  }

  @Test
  void Q50_a_filter_that_names_nothing_is_a_stream_without_events_and_a_path_is_not_found() {
    refused(http.get("/v1/sessions/nobody/stream"), 404, "sessions", "session_not_found");
    refused(http.get("/v1/runs/nobody/stream"), 404, "runs", "run_not_found");
    JsonNode run;
    try (Sse nothing = http.stream(ALL + "?session_id=nobody");
        Sse all = http.stream(ALL)) {
      run = park(session(), Script.say("x"));
      upTo(all, run);
      assertThat(nothing.isQuiet()).isTrue();
    }
  }

  @Test
  void without_a_cursor_a_stream_begins_now() {
    String session = session();
    park(session, Script.say("before"));

    try (Sse stream = http.stream("/v1/sessions/" + session + "/stream")) {
      JsonNode run = park(session, Script.say("after"));
      assertThat(runs(upTo(stream, run))).containsExactly(id(run));
    }
  }

  /**
   * Readers that join at different times and leave in between, while many sessions work: each must
   * have met every event after its cursor exactly once, in order, with nothing made up.
   */
  @Test
  // K4-271
  void K4_271_every_reader_meets_every_event_once_and_in_order_though_it_reconnects() {
    JsonNode mark = park(session(), Script.say("mark"));
    long start;
    try (Sse stream = http.stream(ofRun(mark) + "?cursor=0")) {
      start = upTo(stream, mark).getLast().number();
    }
    List<Sse.Frame> patient = new ArrayList<>();
    List<Sse.Frame> restless = new ArrayList<>();
    try (Sse stream = http.stream(ALL + "?cursor=" + start)) {
      atOnce(12, () -> park(session(), Script.say("one"), Script.say("two")));
      JsonNode last = park(session(), Script.say("last"));
      patient.addAll(upTo(stream, last));
      long cursor = start;
      while (cursor < patient.getLast().number()) {
        try (Sse again = http.stream(ALL + "?cursor=" + cursor)) {
          for (int i = 0; i < 25 && cursor < patient.getLast().number(); i++) {
            Sse.Frame frame = again.next();
            restless.add(frame);
            cursor = frame.number();
          }
        }
      }
    }

    patient.removeIf(frame -> frame.id() == null);
    assertThat(restless).isEqualTo(patient);
    List<Long> ids = patient.stream().map(Sse.Frame::number).toList();
    assertThat(ids).isSorted().doesNotHaveDuplicates();
    assertThat(ids.getFirst()).isGreaterThan(start);
    assertThat(patient.stream().filter(f -> f.text().contains("\"type\":\"completed\"")))
        .hasSize(13);
  }
}
