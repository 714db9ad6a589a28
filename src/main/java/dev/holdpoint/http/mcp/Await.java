package dev.holdpoint.http.mcp;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a request waits for; all that is needed to answer it, whichever daemon does.
 *
 * @param id of the request
 * @param gateId the approval or question
 * @param requestKey as the client called it; null when it did not
 * @param wording in whose words it is answered
 * @param untilMs when the client wants to hear that it is still pending; null for never
 * @param progressToken under which it wants to hear that it still waits; null for not at all
 */
public record Await(
    Json id,
    String gateId,
    @Nullable String requestKey,
    Wording wording,
    @Nullable Long untilMs,
    @Nullable Json progressToken) {
  /** In whose words a decision is told. */
  public enum Wording {
    /** All that is known of it. */
    PLAIN,
    /** What Claude Code takes from a permission prompt tool, which knows no pending. */
    CLAUDE
  }

  /** The id of an event after which a client that comes back is to go on. */
  String place() {
    ObjectNode content = JsonTree.object();
    content.set("id", JsonTree.of(id));
    content.put("gate", gateId);
    if (requestKey != null) {
      content.put("key", requestKey);
    }
    if (wording == Wording.CLAUDE) {
      content.put("claude", true);
    }
    if (untilMs != null) {
      content.put("until", untilMs);
    }
    if (progressToken != null) {
      content.set("progress", JsonTree.of(progressToken));
    }
    return ResumeToken.of(content);
  }

  /** Null for what was never given out. */
  static @Nullable Await at(String place) {
    JsonNode content = ResumeToken.content(place);
    if (content == null
        || !McpMessage.isId(content.path("id"))
        || !content.path("gate").isString()
        || (content.has("progress") && !McpMessage.isId(content.path("progress")))) {
      return null;
    }
    return new Await(
        JsonTree.write(content.path("id")),
        content.path("gate").stringValue(),
        content.path("key").isString() ? content.path("key").stringValue() : null,
        content.path("claude").asBoolean(false) ? Wording.CLAUDE : Wording.PLAIN,
        content.path("until").canConvertToLong() ? content.path("until").longValue() : null,
        content.has("progress") ? JsonTree.write(content.path("progress")) : null);
  }
}
