package dev.holdpoint.http.v1.call;

import dev.holdpoint.api.json.InvalidBody;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.json.CanonicalJson;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.http.server.Call;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads what callers send. */
public final class Bodies {
  private static final byte[] NOTHING = "{}".getBytes(StandardCharsets.UTF_8);
  private static final String KEY_HEADER = "Idempotency-Key";
  private static final String KEY_MEMBER = "idempotency_key";

  private final WireJson json;

  public Bodies(WireJson json) {
    this.json = json;
  }

  public <T> T read(Call call, Class<T> type) {
    try {
      return json.read(bytes(call), type);
    } catch (InvalidBody e) {
      throw refused(e);
    }
  }

  /** The body once more, with everything that the record does not know. */
  public JsonNode tree(Call call) {
    try {
      return json.tree(bytes(call));
    } catch (InvalidBody e) {
      throw refused(e);
    }
  }

  /** For an endpoint that takes no body: one that was meant as JSON and is none is still told. */
  public void checkUnused(Call call) {
    if (call.body().length > 0) {
      tree(call);
    }
  }

  private static byte[] bytes(Call call) {
    boolean mayBeEmpty = call.endpoint().bodyOptional() || call.endpoint().request() == null;
    return call.body().length == 0 && mayBeEmpty ? NOTHING : call.body();
  }

  private static Refused refused(InvalidBody e) {
    Problem problem =
        e.malformed()
            ? Problem.MALFORMED_JSON
            : Arrays.stream(Problem.values())
                .filter(p -> p.code().equals(e.problem()))
                .findFirst()
                .orElse(Problem.INVALID_REQUEST);
    String first = e.faults().getFirst().message();
    return new Refusal(
            problem,
            e.malformed()
                ? "The body could not be read: " + first + "."
                : "The request is not valid. Correct the fields in `errors` and send it "
                    + "again. Nothing was changed.",
            e.faults().stream().map(f -> new Refusal.Fault(f.pointer(), f.message())).toList(),
            null)
        .asException();
  }

  /**
   * The key under which the caller may repeat the call, from the header or the body; null when
   * there is none. Its scope is the caller and the operation; its fingerprint is all that the path
   * names and the body without the key. So a key that cancelled one question of a run is no key for
   * another of its questions.
   */
  public @Nullable IdempotencyKey idempotency(Call call, @Nullable String inBody) {
    String sent = call.header(KEY_HEADER);
    String inHeader = sent == null ? null : unquoted(sent);
    if (inHeader != null && inBody != null && !inHeader.equals(inBody)) {
      throw Problem.INVALID_IDEMPOTENCY_KEY
          .because(
              "The Idempotency-Key header and idempotency_key differ. Send one of "
                  + "them, or the same value in both.")
          .at("/" + KEY_MEMBER, "differs from the header")
          .asException();
    }
    String key = inHeader != null ? inHeader : inBody;
    if (key == null) {
      return null;
    }
    if (key.isBlank() || key.length() > Limits.IDEMPOTENCY_KEY) {
      throw Problem.INVALID_IDEMPOTENCY_KEY
          .because("An idempotency key has 1 to " + Limits.IDEMPOTENCY_KEY + " characters.")
          .asException();
    }
    String operation = call.endpoint().method() + " " + call.endpoint().path();
    List<String> named = call.endpoint().pathParameters().stream().map(call::path).toList();
    String owner = call.caller().principalId();
    String scope = scope(owner, operation, "", key);
    // Versions before this one kept a key for each run or session, and with its quotes.
    String target = named.isEmpty() ? "" : named.getFirst();
    List<String> former =
        Stream.of(key, sent == null ? key : sent)
            .map(one -> scope(owner, operation, target, one))
            .distinct()
            .filter(one -> !one.equals(scope))
            .toList();
    return new IdempotencyKey(
        scope, hash(List.of(operation, hash(named), fingerprint(call))), former);
  }

  private static String scope(String owner, String operation, String target, String key) {
    return hash(List.of(owner, operation, target, key));
  }

  /** The header is a text in quotes where a client follows its draft to the letter. */
  private static String unquoted(String header) {
    boolean quoted = header.length() > 2 && header.startsWith("\"") && header.endsWith("\"");
    return quoted
        ? header.substring(1, header.length() - 1).replaceAll("\\\\([\"\\\\])", "$1")
        : header;
  }

  private String fingerprint(Call call) {
    JsonNode body = tree(call);
    if (body instanceof ObjectNode object) {
      object.remove(KEY_MEMBER);
    }
    return CanonicalJson.of(body);
  }

  /** Each part is preceded by its length, so that no two lists of parts look alike. */
  public static String hash(List<String> parts) {
    StringBuilder text = new StringBuilder();
    for (String part : parts) {
      text.append(part.length()).append(':').append(part);
    }
    return Digests.sha256Hex(text.toString().getBytes(StandardCharsets.UTF_8));
  }
}
