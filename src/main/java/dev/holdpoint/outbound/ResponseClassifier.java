package dev.holdpoint.outbound;

import dev.holdpoint.core.delivery.AttemptResult;
import dev.holdpoint.core.delivery.DeliveryFault;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What an answer means: taken, to be tried again, or never to be taken. A redirection is a mistake
 * in the target, and following it would lead where nobody has looked.
 */
final class ResponseClassifier {
  /** What Slack says when it is not the message's fault. */
  private static final Set<String> SLACK_PASSES =
      Set.of("internal_error", "fatal_error", "request_timeout", "service_unavailable");

  private static final Set<String> SLACK_SLOWS = Set.of("ratelimited", "rate_limited");

  private ResponseClassifier() {}

  static AttemptResult of(ConnectorKind kind, OutboundResponse answer, Instant now) {
    return switch (answer) {
      case OutboundResponse.Nothing(DeliveryFault fault, boolean isFinal) ->
          new AttemptResult.Refused(fault, isFinal, null, null);
      case OutboundResponse.Told told ->
          switch (kind) {
            case HTTP, EXTERNAL ->
                ofStatus(told, ReceiverRetryAfter.millis(told.retryAfter(), now));
            case SLACK -> ofSlack(told, ReceiverRetryAfter.millis(told.retryAfter(), now));
            case TELEGRAM -> ofTelegram(told, now);
          };
    };
  }

  private static AttemptResult ofStatus(OutboundResponse.Told told, @Nullable Long retryAfterMs) {
    if (told.isGood()) {
      return new AttemptResult.Taken(told.digest());
    }
    return switch (told.status()) {
      case 429 -> refused(told, DeliveryFault.RATE_LIMITED, false, retryAfterMs);
      case 408, 425 -> refused(told, DeliveryFault.STATUS, false, retryAfterMs);
      default -> {
        if (told.status() >= 500) {
          yield refused(told, DeliveryFault.STATUS, false, retryAfterMs);
        }
        yield told.status() >= 400
            ? refused(told, DeliveryFault.TERMINAL, true, null)
            : refused(told, DeliveryFault.STATUS, true, null);
      }
    };
  }

  /** Slack answers 200 to what it refuses. */
  private static AttemptResult ofSlack(OutboundResponse.Told told, @Nullable Long retryAfterMs) {
    if (!told.isGood()) {
      return ofStatus(told, retryAfterMs);
    }
    ChatReply reply = ChatReply.read(told.text());
    AttemptResult settled = settled(told, reply.ok());
    if (settled != null) {
      return settled;
    }
    if (SLACK_SLOWS.contains(reply.error())) {
      return refused(told, DeliveryFault.RATE_LIMITED, false, retryAfterMs);
    }
    boolean passes = reply.error().isEmpty() || SLACK_PASSES.contains(reply.error());
    return passes
        ? refused(told, DeliveryFault.STATUS, false, retryAfterMs)
        : refused(told, DeliveryFault.TERMINAL, true, null);
  }

  private static AttemptResult ofTelegram(OutboundResponse.Told told, Instant now) {
    ChatReply reply = ChatReply.read(told.text());
    Long wished = ReceiverRetryAfter.millis(reply.retryAfter(), now);
    Long retryAfterMs = wished == null ? ReceiverRetryAfter.millis(told.retryAfter(), now) : wished;
    if (!told.isGood()) {
      return ofStatus(told, retryAfterMs);
    }
    AttemptResult settled = settled(told, reply.ok());
    return settled == null ? refused(told, DeliveryFault.STATUS, false, retryAfterMs) : settled;
  }

  /**
   * What a good status means where the body decides; null where it says no. Without a word of what
   * became of the message it may be there, and sending it again could put it there many times. It
   * may also be lost, so it does not count as taken: a person looks, and replays it.
   */
  private static @Nullable AttemptResult settled(OutboundResponse.Told told, @Nullable Boolean ok) {
    if (ok == null) {
      return refused(told, DeliveryFault.STATUS, true, null);
    }
    return ok ? new AttemptResult.Taken(told.digest()) : null;
  }

  private static AttemptResult refused(
      OutboundResponse.Told told,
      DeliveryFault fault,
      boolean isFinal,
      @Nullable Long retryAfterMs) {
    return new AttemptResult.Refused(fault, isFinal, retryAfterMs, told.digest());
  }
}
