package dev.holdpoint.http.ambient;

import dev.holdpoint.api.ambient.AmbientBodies.ChatAccepted;
import dev.holdpoint.api.ambient.AmbientBodies.ChatRequest;
import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.engine.journal.Feed;
import dev.holdpoint.engine.run.RunOutcome;
import dev.holdpoint.engine.run.Runs;
import dev.holdpoint.engine.run.Submission;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.EventCursor;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.stream.Registration;
import dev.holdpoint.http.stream.SseStream;
import dev.holdpoint.http.v1.call.Bodies;
import dev.holdpoint.http.v1.event.EventSource;
import java.util.Map;

/** Talking with a session. */
final class ChatHandlers {
  private final Feed feed;
  private final Runs runs;
  private final Bodies bodies;
  private final ChatFrames frames;

  ChatHandlers(Feed feed, Runs runs, Bodies bodies, WireJson json) {
    this.feed = feed;
    this.runs = runs;
    this.bodies = bodies;
    this.frames = new ChatFrames(json);
  }

  Map<String, Handler> all() {
    return Map.of("chat", this::say, "streamChat", this::stream);
  }

  private Reply say(Call call) {
    ChatRequest body = bodies.read(call, ChatRequest.class);
    Submission submission =
        new Submission(
                RunKind.INPUT,
                RunHead.Driver.LOOP,
                call.caller().principalId(),
                "daemon",
                "chat",
                "api-user",
                body.message(),
                null,
                new Json("[]"),
                Json.NULL,
                RunSettings.NONE)
            .askedBy(call.caller().name())
            .within(call.trace());
    RunOutcome outcome =
        runs.submit(
            body.sessionId(), submission, false, bodies.idempotency(call, body.idempotencyKey()));
    Reply reply = Reply.json(202, new ChatAccepted(outcome.run().id()));
    return outcome.replayed() ? reply.with("Idempotency-Replayed", "true") : reply;
  }

  private Reply stream(Call call) {
    Feed.Filter filter = new Feed.Filter.OfSessionId(OnScreen.session(call));
    long cursor = EventCursor.of(call).orElseGet(feed::head);
    return Reply.stream(
        OnScreen.plan(new EventSource(feed, filter, frames), cursor)
            .live(stream -> attach(stream, filter)));
  }

  private Registration attach(SseStream stream, Feed.Filter filter) {
    return Registration.of(
        feed.listen(
            filter,
            new Feed.Listener() {
              @Override
              public void news() {}

              @Override
              public void text(Run run, String text) {
                if (ChatFrames.isTurn(run)) {
                  stream.push(frames.delta(run, text));
                }
              }
            }));
  }
}
