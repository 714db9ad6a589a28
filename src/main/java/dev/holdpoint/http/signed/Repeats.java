package dev.holdpoint.http.signed;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.api.json.Limits;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.json.CanonicalJson;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.signed.StoredAnswers;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Reply;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Calls that may be made again. What was answered under an {@code Idempotency-Key} is kept as
 * bytes, refusals too where something was decided: 200, 201, 403 and 409, for a day. What the
 * caller can mend (401, 404, 415, 422) or what passes by itself (429, 5xx) is not.
 */
final class Repeats {
  private static final String HEADER = "Idempotency-Key";

  private final Engine engine;
  private final StoredAnswers replays;
  private final SignedStyle style;
  private final UnaryOperator<byte[]> mac;

  /**
   * @param mac a keyed hash: what was sent may hold a secret
   */
  Repeats(Engine engine, StoredAnswers replays, SignedStyle style, UnaryOperator<byte[]> mac) {
    this.engine = engine;
    this.replays = replays;
    this.style = style;
    this.mac = mac;
  }

  /**
   * The key that the call came with, or null. Its scope is who calls and what for, without what the
   * path names; that is part of what must be the same.
   */
  StoredAnswers.@Nullable Key key(Call call, JsonNode body) {
    String key = call.header(HEADER);
    if (key == null) {
      return null;
    }
    if (key.isBlank() || key.codePointCount(0, key.length()) > Limits.IDEMPOTENCY_KEY) {
      throw Problem.INVALID_IDEMPOTENCY_KEY
          .because("Send an Idempotency-Key of 1 to " + Limits.IDEMPOTENCY_KEY + " characters.")
          .at("/" + HEADER, "must have 1 to " + Limits.IDEMPOTENCY_KEY + " characters")
          .asException();
    }
    String operation = call.endpoint().id();
    List<String> named = call.endpoint().pathParameters().stream().map(call::path).toList();
    return new StoredAnswers.Key(
        Digests.sha256Hex(
            joined(List.of(call.caller().tenantId(), call.caller().principalId(), operation, key))),
        HexFormat.of()
            .formatHex(
                mac.apply(
                    joined(List.of(operation, String.join("/", named), CanonicalJson.of(body))))));
  }

  /** Each part is preceded by its length, so that no two lists of parts look alike. */
  private static byte[] joined(List<String> parts) {
    StringBuilder text = new StringBuilder();
    for (String part : parts) {
      text.append(part.length()).append(':').append(part);
    }
    return text.toString().getBytes(UTF_8);
  }

  /** What was answered before under this key, or null. */
  @Nullable Reply earlier(StoredAnswers.@Nullable Key key) {
    if (key == null) {
      return null;
    }
    StoredAnswers.Told told =
        engine.read(queries -> StoredAnswers.find(queries, key, engine.nowMs()));
    // One whose answer is still to come is found again by whoever makes it.
    return told == null || told.answer().pendingRun() != null ? null : reply(told);
  }

  void keepInstead(StoredAnswers.Key key, StoredAnswers.Answer answer) {
    replays.replace(key, answer);
  }

  /** Answers what the deed answers, and keeps it if it refuses. */
  Reply answer(Call call, StoredAnswers.@Nullable Key key, Supplier<StoredAnswers.Told> deed) {
    return orKept(call, key, () -> reply(deed.get()));
  }

  /** The same where what is done is known again by other means. */
  Reply orKept(Call call, StoredAnswers.@Nullable Key key, Supplier<Reply> deed) {
    try {
      return deed.get();
    } catch (Refused refused) {
      Refusal refusal = refused.refusal();
      int status = style.status(refusal);
      if (key == null
          || (status != 403 && status != 409)
          || refusal.problem() == Problem.IDEMPOTENCY_CONFLICT) {
        throw refused;
      }
      String body = new String(style.render(refusal, call.requestId()), UTF_8);
      return reply(replays.keep(key, new StoredAnswers.Answer(status, style.contentType(), body)));
    }
  }

  static Reply reply(StoredAnswers.Told told) {
    StoredAnswers.Answer answer = told.answer();
    Reply reply =
        Reply.bytes(answer.status(), answer.contentType(), answer.body().getBytes(UTF_8))
            .with("Cache-Control", "no-store");
    return told.replayed() ? reply.with("Idempotency-Replayed", "true") : reply;
  }
}
