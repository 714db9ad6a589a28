package dev.holdpoint.http.signed;

import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.api.signed.SignedBodies.SendMessageRequest;
import dev.holdpoint.core.access.IntegrationScope;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.journal.Feed;
import dev.holdpoint.engine.journal.RunWaits;
import dev.holdpoint.engine.run.RunOutcome;
import dev.holdpoint.engine.signed.Conversations;
import dev.holdpoint.engine.signed.StoredAnswers;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.stream.StreamPlan;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Messages: sent, followed, looked at. */
final class MessageHandlers {
  private static final long LONGEST_WAIT_MS = 60_000;

  private final Engine engine;
  private final Feed feed;
  private final RunWaits waits;
  private final Conversations conversations;
  private final WireJson json;
  private final SignedStyle style;
  private final Repeats repeats;
  private final Sent sent;
  private final Views views;
  private final MessageLists lists;

  MessageHandlers(SignedSurface.Rooms rooms, Repeats repeats, Sent sent, Views views) {
    this.engine = rooms.engine();
    this.feed = rooms.feed();
    this.waits = rooms.waits();
    this.conversations = rooms.conversations();
    this.json = rooms.json();
    this.style = rooms.style();
    this.repeats = repeats;
    this.sent = sent;
    this.views = views;
    this.lists = new MessageLists(views);
  }

  Map<String, Handler> all() {
    return Map.of("sendMessage", this::send, "listConversationMessages", this::list);
  }

  private Reply list(Call call) {
    Subtree subtree = Subtree.of(call, IntegrationScope.CONVERSATIONS_READ);
    return engine.read(
        queries -> {
          Session session = subtree.conversation(queries, call.path("conversation_id"));
          return Reply.json(200, lists.list(queries, session, TextSpan.of(call)));
        });
  }

  private Reply send(Call call) {
    Subtree subtree = Subtree.of(call, IntegrationScope.CONVERSATIONS_WRITE);
    JsonNode tree = sent.tree(call);
    Session session =
        engine.read(queries -> subtree.conversation(queries, call.path("conversation_id")));
    if (tree.hasNonNull("secrets")) {
      Subtree.of(call, IntegrationScope.SECRETS_WRITE);
    }
    StoredAnswers.Key key = repeats.key(call, tree);
    Reply earlier = repeats.earlier(key);
    if (earlier != null) {
      return earlier;
    }
    SendMessageRequest body = sent.read(call, SendMessageRequest.class);
    Message message =
        new Message(session, body.content(), Sent.secrets(body.secrets()), isStreamed(call));
    return repeats.orKept(call, key, () -> send(call, message, key));
  }

  private record Message(
      Session session, String content, Map<String, String> secrets, boolean streamed) {
    /** Records print their members; a secret must not end up in a log that way. */
    @Override
    public String toString() {
      return "Message";
    }
  }

  private static boolean isStreamed(Call call) {
    String stream = call.query("stream");
    return switch (stream) {
      case null -> true;
      case "true" -> true;
      case "false" -> false;
      default -> throw TextSpan.invalid("stream", "must be true or false");
    };
  }

  private Reply send(Call call, Message message, StoredAnswers.@Nullable Key key) {
    long head = feed.head();
    LiveText live = message.streamed ? new LiveText(feed, message.session.key()) : null;
    Conversations.Said said;
    try {
      said =
          conversations.say(
              message.session.conversationId(),
              message.content,
              message.secrets,
              call.caller().principalId(),
              call.trace(),
              key);
    } catch (RuntimeException e) {
      if (live != null) {
        live.close();
      }
      throw e;
    }
    RunOutcome outcome = said.outcome();
    if (outcome == null) {
      if (live != null) {
        live.close();
      }
      return Repeats.reply(Objects.requireNonNull(said.told()));
    }
    Reply reply =
        live == null
            ? awaited(outcome.run(), message.session, key)
            : stream(call, message.session, outcome, live, head);
    return outcome.replayed() ? reply.with("Idempotency-Replayed", "true") : reply;
  }

  /** One that was sent before is told again from its beginning. */
  private Reply stream(Call call, Session session, RunOutcome outcome, LiveText live, long head) {
    MessageSource source =
        new MessageSource(
            feed,
            live,
            json,
            views,
            new MessageSource.Failures(style, call.requestId()),
            engine::nowMs,
            outcome.run(),
            !outcome.replayed(),
            session.conversationId());
    return Reply.stream(StreamPlan.lines(source, outcome.replayed() ? 0 : head));
  }

  /** What is answered now is what is answered under the key from now on. */
  private Reply awaited(Run run, Session session, StoredAnswers.@Nullable Key key) {
    Run now =
        waits
            .until(
                run.key(),
                waits.isCrowded() ? 0 : LONGEST_WAIT_MS,
                () -> Optional.ofNullable(stopped(run.key())))
            .orElseGet(() -> latest(run));
    StoredAnswers.Answer answer =
        new StoredAnswers.Answer(
            201, Reply.JSON, json.text(views.answer(now, session.conversationId())));
    if (key != null) {
      repeats.keepInstead(key, answer);
    }
    return Repeats.reply(new StoredAnswers.Told(answer, false));
  }

  /** The run, once it is parked or has ended. */
  private @Nullable Run stopped(long key) {
    Run run = engine.read(queries -> queries.run(key));
    return run != null && (run.status().isSettled() || run.status().isWaiting()) ? run : null;
  }

  private Run latest(Run run) {
    Run now = engine.read(queries -> queries.run(run.key()));
    return now == null ? run : now;
  }
}
