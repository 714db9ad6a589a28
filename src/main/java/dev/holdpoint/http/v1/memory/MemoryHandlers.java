package dev.holdpoint.http.v1.memory;

import dev.holdpoint.api.json.Limits;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.engine.memory.Memory;
import dev.holdpoint.engine.memory.Skills;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.ListPages;
import dev.holdpoint.http.v1.view.MemoryViews;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a session remembers, and the skills that it sees. */
public final class MemoryHandlers {
  private final Memory memory;
  private final Skills skills;

  public MemoryHandlers(Memory memory, Skills skills) {
    this.memory = memory;
    this.skills = skills;
  }

  public Map<String, Handler> all() {
    return Map.of(
        "getMemoryContext", this::context,
        "searchMemory", this::search,
        "listSkills", this::skills);
  }

  private Reply context(Call call) {
    String query = query(call);
    return Reply.json(
        200, MemoryViews.of(memory.context(call.path("session_id"), query), query != null));
  }

  private Reply search(Call call) {
    String query = query(call);
    String limit = call.query("limit");
    int results =
        limit == null
            ? Limits.MEMORY_RESULTS_DEFAULT
            : ListPages.limit(limit, Limits.MEMORY_RESULTS);
    return Reply.json(
        200, MemoryViews.of(memory.search(call.path("session_id"), query, results), query));
  }

  private Reply skills(Call call) {
    return Reply.json(
        200,
        skills.visible(call.path("session_id"), query(call)).stream()
            .map(MemoryViews::of)
            .toList());
  }

  /** One that is left empty asks for nothing. */
  private static @Nullable String query(Call call) {
    String query = call.query("query");
    if (query == null || query.isBlank()) {
      return null;
    }
    if (query.codePointCount(0, query.length()) > Limits.MEMORY_QUERY) {
      throw Problem.INVALID_REQUEST
          .because("query can have at most " + Limits.MEMORY_QUERY + " characters.")
          .asException();
    }
    return query;
  }
}
