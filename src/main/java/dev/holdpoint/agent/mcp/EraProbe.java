package dev.holdpoint.agent.mcp;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What the answer to {@code server/discover} says of the revision that a server speaks. */
final class EraProbe {
  private static final int HEADER_MISMATCH = -32020;
  private static final int CAPABILITY_MISSING = -32021;
  private static final int VERSION_UNSUPPORTED = -32022;

  /** Codes that only a server knows which speaks revision 2026-07-28 or a later one. */
  private static final Set<Integer> MODERN =
      Set.of(HEADER_MISMATCH, CAPABILITY_MISSING, VERSION_UNSUPPORTED);

  private EraProbe() {}

  sealed interface Verdict {
    /** It speaks the revision. */
    record Modern(JsonNode result) implements Verdict {}

    /** It may speak one with a handshake, which will show. */
    record Older() implements Verdict {}

    /** It cannot be used, and the handshake would not tell why. */
    record Refused(String why) implements Verdict {}
  }

  /**
   * @param status of the HTTP response
   * @param message the JSON-RPC message in it; null when there is none
   */
  static Verdict of(int status, @Nullable JsonNode message) {
    if (message != null && message.has("error")) {
      return ofError(status, message.path("error"));
    }
    if (status >= 400 && status < 500) {
      return new Verdict.Older();
    }
    if (status != 200 || message == null || !message.path("result").isObject()) {
      return new Verdict.Refused(
          "it answers %s with status %d%s"
              .formatted(
                  ModernWire.DISCOVER, status, status == 200 ? " and without a result" : ""));
    }
    JsonNode result = message.path("result");
    return lists(result.path("supportedVersions"), ModernWire.VERSION)
        ? new Verdict.Modern(result)
        : new Verdict.Older();
  }

  private static Verdict ofError(int status, JsonNode error) {
    int code = error.path("code").asInt(0);
    if (status >= 500) {
      return new Verdict.Refused(
          "it answers %s with status %d".formatted(ModernWire.DISCOVER, status));
    }
    if (!MODERN.contains(code)) {
      return new Verdict.Older();
    }
    JsonNode supported = error.path("data").path("supported");
    if (code == VERSION_UNSUPPORTED
        && Handshake.SPOKEN.stream().anyMatch(version -> lists(supported, version))) {
      return new Verdict.Older();
    }
    return new Verdict.Refused(
        "it refuses %s: %s"
            .formatted(ModernWire.DISCOVER, error.path("message").asString("no reason given")));
  }

  private static boolean lists(JsonNode versions, String wanted) {
    for (JsonNode version : versions) {
      if (version.isString() && version.stringValue().equals(wanted)) {
        return true;
      }
    }
    return false;
  }
}
