package dev.holdpoint.http.signed;

import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.engine.secret.Secrets;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.v1.call.Bodies;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Reads bodies, twice: first only whether it is JSON, and when what the path names was found,
 * whether it makes sense. What cannot be read is never quoted: it may be a secret without its
 * quotes.
 */
final class Sent {
  private static final Pattern POSITION = Pattern.compile("\\(line \\d+, column \\d+\\)");

  private final Bodies bodies;

  Sent(WireJson json) {
    this.bodies = new Bodies(json);
  }

  JsonNode tree(Call call) {
    if (startsWithMark(call.body())) {
      throw Problem.MALFORMED_JSON
          .because("The body begins with a byte order mark. Send only the JSON.")
          .asException();
    }
    try {
      return bodies.tree(call);
    } catch (Refused refused) {
      if (refused.refusal().problem() != Problem.MALFORMED_JSON) {
        throw refused;
      }
      Matcher position = POSITION.matcher(refused.refusal().detail());
      throw Problem.MALFORMED_JSON
          .because(
              "The body is not valid JSON or has a duplicate member"
                  + (position.find() ? " " + position.group() : "")
                  + ". Nothing was changed.")
          .asException();
    }
  }

  <T> T read(Call call, Class<T> type) {
    return bodies.read(call, type);
  }

  private static boolean startsWithMark(byte[] body) {
    return body.length >= 3
        && body[0] == (byte) 0xEF
        && body[1] == (byte) 0xBB
        && body[2] == (byte) 0xBF;
  }

  /** Refuses secrets that cannot be kept; none when none were sent. */
  static Map<String, String> secrets(@Nullable Map<String, String> values) {
    if (values == null || values.isEmpty()) {
      return Map.of();
    }
    List<Refusal.Fault> faults = Secrets.faults(values);
    if (!faults.isEmpty()) {
      throw new Refusal(
              Problem.INVALID_REQUEST,
              "The request is not valid. Correct the fields in errors and send it "
                  + "again. Nothing was changed.",
              faults,
              null)
          .asException();
    }
    return values;
  }
}
