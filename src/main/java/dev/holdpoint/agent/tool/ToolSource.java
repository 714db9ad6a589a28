package dev.holdpoint.agent.tool;

import dev.holdpoint.core.json.Json;
import dev.holdpoint.core.session.Session;
import java.util.List;
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
        public List<Tool> of(Session session) {
          return List.of();
        }

        @Override
        public @Nullable Json inputSchema(String tool) {
          return null;
        }
      };

  /** Whether there will never be any. */
  boolean isEmpty();

  /**
   * What the session's runs see now. Tools that are on their way are waited for, but not long: one
   * that cannot be had holds nobody up.
   */
  List<Tool> of(Session session) throws InterruptedException;

  /** What the tool of that name takes, whoever sees it; null when there is none now. */
  @Nullable Json inputSchema(String tool);
}
