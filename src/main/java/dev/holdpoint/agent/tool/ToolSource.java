package dev.holdpoint.agent.tool;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.session.Session;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tools that come and go, and that not every session sees. */
public interface ToolSource {
  /** There are none but our own. */
  ToolSource NONE =
      new ToolSource() {
        @Override
        public boolean isEmpty() {
          return true;
        }

        @Override
        public Seen of(Session session, boolean patient) {
          return new Seen(List.of(), Map.of());
        }

        @Override
        public @Nullable Json inputSchema(String tool) {
          return null;
        }
      };

  /** Whether there will never be any. */
  boolean isEmpty();

  /**
   * @param absent why tools whose names begin so are not there now, for the model
   */
  record Seen(List<Tool> tools, Map<String, String> absent) {}

  /**
   * What the session's runs see now.
   *
   * @param patient whether tools that are on their way are waited for, though not long: one that
   *     cannot be had holds nobody up
   */
  Seen of(Session session, boolean patient) throws InterruptedException;

  /** What the tool of that name takes, whoever sees it; null when there is none now. */
  @Nullable Json inputSchema(String tool);
}
