package dev.holdpoint.http.ambient;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.core.access.ApprovalPolicy;
import dev.holdpoint.engine.policy.CommittedPolicies;
import dev.holdpoint.engine.standing.Standings;
import dev.holdpoint.http.stream.FrameSource;
import dev.holdpoint.http.stream.Registration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A reader of a source, who reads when the test says so. */
final class Reading implements AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();

  private final FrameSource source;
  private final Registration registration;
  final AtomicInteger wakes = new AtomicInteger();
  private long cursor;

  record Frame(long id, String event, String text) {
    JsonNode data() {
      return JSON.readTree(text);
    }

    /** The ids of what it shows, as a line: {@code initial apr_1 of 2}, {@code approval apr_2}. */
    String line() {
      JsonNode data = data();
      JsonNode shown = data.has("pending") ? data.get("pending") : data;
      String what = shown.isNull() ? "nothing" : id(shown);
      return event
          + " "
          + what
          + (data.has("pending") ? " of " + data.get("pending_count").asInt() : "");
    }

    private static String id(JsonNode shown) {
      return shown.has("approval_id")
          ? shown.get("approval_id").asString()
          : shown.path("clarify_id").asString();
    }
  }

  Reading(FrameSource source) {
    this.source = source;
    this.registration = source.onNews(wakes::incrementAndGet);
  }

  /** Of a daemon without policies. */
  static Standings standings(Stage stage) {
    return new Standings(
        CommittedPolicies.of(stage.engine, _ -> ApprovalPolicy.DEFAULT), _ -> Map.of());
  }

  static Reading approvals(Stage stage, String session) {
    return approvals(stage, session, OptionalLong.empty());
  }

  static Reading approvals(Stage stage, String session, OptionalLong seen) {
    return reading(stage, new ApprovalKind(standings(stage)), session, seen);
  }

  static Reading clarifications(Stage stage, String session, OptionalLong seen) {
    return reading(stage, new ClarifyKind(standings(stage)), session, seen);
  }

  private static Reading reading(Stage stage, PromptKind kind, String session, OptionalLong seen) {
    return new Reading(
        new PromptSource(
            stage.engine,
            stage.feed,
            stage.json,
            kind,
            session,
            seen,
            stage.screen(kind, session)));
  }

  /** All that is there by now. */
  List<Frame> frames() {
    List<Frame> frames = new ArrayList<>();
    FrameSource.Batch batch;
    do {
      batch = source.next(cursor, 64);
      batch.frames().forEach(bytes -> frames.add(frame(bytes)));
      cursor = batch.cursor();
    } while (batch.more());
    return frames;
  }

  List<String> lines() {
    return frames().stream().map(Frame::line).toList();
  }

  private static Frame frame(byte[] bytes) {
    String[] lines = new String(bytes, UTF_8).split("\n", -1);
    return new Frame(
        Long.parseLong(lines[0].substring("id: ".length())),
        lines[1].substring("event: ".length()),
        lines[2].substring("data: ".length()));
  }

  @Override
  public void close() {
    registration.close();
  }
}
