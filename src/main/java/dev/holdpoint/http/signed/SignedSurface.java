package dev.holdpoint.http.signed;

import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.engine.audit.AdminActs;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.journal.Feed;
import dev.holdpoint.engine.journal.RunWaits;
import dev.holdpoint.engine.secret.Secrets;
import dev.holdpoint.engine.signed.AssertionVerifier;
import dev.holdpoint.engine.signed.Conversations;
import dev.holdpoint.engine.signed.SignedDecisions;
import dev.holdpoint.engine.signed.StoredAnswers;
import dev.holdpoint.engine.standing.Standings;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.v1.gate.FailedAssertions;
import dev.holdpoint.http.v1.gate.RefusedAssertionHandlers;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** All handlers of the signed surface, by the ids of their endpoints. */
public final class SignedSurface {
  private SignedSurface() {}

  /**
   * What the handlers need.
   *
   * @param mac a keyed hash, for what must be known again and may be a secret
   */
  public record Rooms(
      Engine engine,
      Feed feed,
      RunWaits waits,
      Conversations conversations,
      SignedDecisions decisions,
      AssertionVerifier attestations,
      Secrets secrets,
      StoredAnswers replays,
      FailedAssertions failures,
      UnaryOperator<byte[]> mac,
      SignedStyle style,
      WireJson json,
      Standings standings,
      AdminActs acts) {}

  public static Map<String, Handler> handlers(Rooms rooms) {
    Views views = new Views(rooms.json, rooms.standings);
    Sent sent = new Sent(rooms.json);
    Repeats repeats = new Repeats(rooms.engine, rooms.replays, rooms.style, rooms.mac);
    Map<String, Handler> all = new HashMap<>();
    all.putAll(new DecisionHandlers(rooms, repeats, sent, views).all());
    all.putAll(new SignedApprovalHandlers(rooms.engine, views).all());
    all.putAll(new ConversationHandlers(rooms, repeats, sent).all());
    all.putAll(new MessageHandlers(rooms, repeats, sent, views).all());
    all.putAll(new SelfHandlers(rooms.engine).all());
    all.putAll(new ProblemHandlers(rooms.style).all());
    all.putAll(new RefusedAssertionHandlers(rooms.engine).all());
    return all;
  }
}
