package dev.holdpoint.agent.loop;

import dev.holdpoint.agent.tool.ToolSource;
import dev.holdpoint.agent.tool.Tools;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.commit.Engine;

/**
 * The tools that one run sees. What the session's scope lets it see is settled; which tools there
 * are is not. Those on their way are waited for once.
 */
final class SeenTools {
  private final Engine engine;
  private final Tools own;
  private final ToolSource more;
  private Tools all;
  private boolean looked;

  /**
   * @param own those of every run
   * @param more what a run sees beside them
   */
  SeenTools(Engine engine, Tools own, ToolSource more) {
    this.engine = engine;
    this.own = own;
    this.more = more;
    this.all = own;
  }

  Tools all() {
    return all;
  }

  void look(Run run, WorkerTask job) throws InterruptedException {
    Session session =
        more.isEmpty() ? null : engine.read(queries -> queries.session(run.head().sessionKey()));
    if (session != null) {
      all =
          own.and(job.<ToolSource.Seen, RuntimeException>outside(() -> more.of(session, !looked)));
      looked = true;
    }
  }
}
