package dev.holdpoint.agent.mcp;

import dev.holdpoint.engine.json.JsonTree;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A list of a server, page after page, as far as anybody can use it. */
final class McpPages {
  private static final int MOST_PAGES = 50;

  private McpPages() {}

  /**
   * @param whole whether there was no more
   * @param ttlMs how long the server thinks that it is good; the longest there is when it is not
   *     said
   */
  record Entries(List<JsonNode> entries, boolean whole, long ttlMs) {}

  static Entries read(ServerLink link, String method, String member, int most, long untilNanos)
      throws McpFailure, InterruptedException {
    List<JsonNode> entries = new ArrayList<>();
    String cursor = null;
    long ttlMs = Long.MAX_VALUE;
    for (int page = 0; page < MOST_PAGES; page++) {
      // One time for all pages: a server that is slow with each would be waited for very long.
      Duration left = Duration.ofNanos(Math.max(untilNanos - System.nanoTime(), 0));
      JsonNode result = link.ask(method, at(cursor), left);
      JsonNode list = result.path(member);
      if (!list.isArray()) {
        throw new McpFailure("its answer to " + method + " has no list of " + member);
      }
      JsonNode told = result.path("ttlMs");
      if (link.isModern() && told.isIntegralNumber() && told.asLong(0) >= 0) {
        ttlMs = Math.min(ttlMs, told.asLong(0));
      }
      for (JsonNode entry : list) {
        if (entries.size() == most) {
          return new Entries(entries, false, ttlMs);
        }
        entries.add(entry);
      }
      cursor = result.path("nextCursor").asString("");
      if (cursor.isEmpty()) {
        return new Entries(entries, true, ttlMs);
      }
    }
    return new Entries(entries, false, ttlMs);
  }

  private static ObjectNode at(@Nullable String cursor) {
    ObjectNode params = JsonTree.object();
    return cursor == null ? params : params.put("cursor", cursor);
  }
}
