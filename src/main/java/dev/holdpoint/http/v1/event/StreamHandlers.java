package dev.holdpoint.http.v1.event;

import dev.holdpoint.api.event.StreamFrame;
import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.access.Ownership;
import dev.holdpoint.engine.journal.Feed;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.EventCursor;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.stream.Frames;
import dev.holdpoint.http.stream.Registration;
import dev.holdpoint.http.stream.SseStream;
import dev.holdpoint.http.stream.StreamPlan;
import dev.holdpoint.http.v1.view.ViewContext;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** The three event streams. They differ in their filter only. */
public final class StreamHandlers {
  /** Matches nothing: a filter that names what does not exist is an empty stream. */
  private static final Feed.Filter NOTHING = new Feed.Filter.OfRun(-1);

  private final ViewContext sight;
  private final Feed feed;
  private final WireJson json;
  private final EventFrames frames;

  public StreamHandlers(ViewContext sight, Feed feed, WireJson json, EventFrames frames) {
    this.sight = sight;
    this.feed = feed;
    this.json = json;
    this.frames = frames;
  }

  public Map<String, Handler> all() {
    return Map.of(
        "streamEvents", this::all,
        "streamSession", this::ofSession,
        "streamRun", this::ofRun);
  }

  private Reply all(Call call) {
    String sessionId = call.query("session_id");
    String runId = call.query("run_id");
    return stream(
        call,
        sight.engine.read(queries -> filter(queries, sessionId, runId)),
        runId != null
            ? StreamFrame.Scope.RUN
            : sessionId != null ? StreamFrame.Scope.SESSION : StreamFrame.Scope.GLOBAL);
  }

  private static Feed.Filter filter(
      Queries queries, @Nullable String sessionId, @Nullable String runId) {
    Session session = sessionId == null ? null : queries.session(sessionId);
    if (sessionId != null && session == null) {
      return NOTHING;
    }
    if (runId == null) {
      return session == null ? new Feed.Filter.All() : new Feed.Filter.OfSession(session.key());
    }
    OptionalLong key = Ulid.keyOf("run_", runId);
    Run run = key.isPresent() ? queries.run(key.getAsLong()) : null;
    boolean fits =
        run != null
            && run.id().equals(runId)
            && (session == null || run.head().sessionKey() == session.key());
    return fits ? new Feed.Filter.OfRun(key.getAsLong()) : NOTHING;
  }

  private Reply ofSession(Call call) {
    Session session = sight.engine.read(queries -> sight.session(queries, call.path("session_id")));
    Feed.Filter filter = new Feed.Filter.OfSession(session.key());
    String format = call.query("format");
    return switch (format == null ? "native" : format) {
      case "native" -> stream(call, filter, StreamFrame.Scope.SESSION);
      case "universal" -> {
        EventSource.Rendering universal =
            new UniversalFrames(
                json, frames.within(StreamFrame.Scope.SESSION, call.caller().seesTriage()));
        yield Reply.stream(
            StreamPlan.events(new EventSource(feed, filter, universal), cursor(call)));
      }
      default ->
          throw Problem.INVALID_REQUEST
              .because("format must be native or universal.")
              .asException();
    };
  }

  private Reply ofRun(Call call) {
    Run run = sight.engine.read(queries -> sight.run(queries, call.path("run_id")));
    return stream(call, new Feed.Filter.OfRun(run.key()), StreamFrame.Scope.RUN);
  }

  private Reply stream(Call call, Feed.Filter filter, StreamFrame.Scope scope) {
    long cursor = cursor(call);
    EventSource.Rendering whole = frames.within(scope, call.caller().seesTriage());
    // A session or run that is named was looked at before.
    LongPredicate exists =
        call.caller().ownOnly() && filter instanceof Feed.Filter.All
            ? session -> hasSession(call, session)
            : _ -> true;
    return Reply.stream(
        StreamPlan.events(new EventSource(feed, filter, own(whole, exists)), cursor)
            .greetingWithHeartbeat()
            .live(stream -> attach(stream, filter, exists)));
  }

  /** Looked at anew each time: a session may be shared, or no longer, while a stream is open. */
  private boolean hasSession(Call call, long key) {
    return sight.engine.<Boolean>readAside(
        queries -> Ownership.reaches(queries, call.caller().holder(), key));
  }

  private static EventSource.Rendering own(EventSource.Rendering whole, LongPredicate exists) {
    return new EventSource.Rendering() {
      @Override
      public void add(JournalRow row, long cursor, List<byte[]> frames) {
        if (exists.test(row.sessionKey())) {
          whole.add(row, cursor, frames);
        }
      }

      @Override
      public byte[] gap(String resumeAfter, long skipped, StreamFrame.Reason reason) {
        return whole.gap(resumeAfter, skipped, reason);
      }
    };
  }

  private Registration attach(SseStream stream, Feed.Filter filter, LongPredicate exists) {
    AutoCloseable listening =
        feed.listen(
            filter,
            new Feed.Listener() {
              @Override
              public void news() {}

              @Override
              public void text(Run run, String text) {
                if (exists.test(run.head().sessionKey())) {
                  stream.push(
                      Frames.event(
                          null,
                          "text_delta",
                          json.write(new StreamFrame.TextDelta(run.id(), text))));
                }
              }
            });
    return Registration.of(listening);
  }

  /** Without a cursor a stream is live from now on. */
  private long cursor(Call call) {
    return EventCursor.of(call).orElseGet(feed::head);
  }
}
