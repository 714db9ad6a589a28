package dev.holdpoint.agent.world;

import dev.holdpoint.agent.tool.EntityTags;
import dev.holdpoint.agent.tool.Workspaces;
import dev.holdpoint.core.agent.AgentBinding;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.secret.Scrubbing;
import dev.holdpoint.core.secret.SecretValues;
import dev.holdpoint.core.world.CallPreview;
import dev.holdpoint.core.world.Precondition;
import dev.holdpoint.core.world.Sighting;
import dev.holdpoint.engine.port.SecretLost;
import dev.holdpoint.engine.port.Web;
import dev.holdpoint.engine.port.WorldSight;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/** What the daemon can see of the world by itself: workspaces of its own runs, and servers. */
public final class DaemonSight implements WorldSight {
  /** A view must not take as long as the hash of a large file does. */
  private static final long LARGEST_AT_A_GLANCE = 1L << 20;

  /** A difference takes many times the memory of its file. */
  private static final int AT_ONCE = 2;

  private final Semaphore turns = new Semaphore(AT_ONCE);
  private final Glances glances = new Glances(System::nanoTime);
  private final Workspaces workspaces;
  private final Web web;
  private final Function<Run, SecretValues> vault;

  /**
   * @param vault opens the secrets of a run's conversation, which are taken out of what is shown
   */
  public DaemonSight(Workspaces workspaces, Web web, Function<Run, SecretValues> vault) {
    this.vault = vault;
    this.workspaces = workspaces;
    this.web = web;
  }

  @Override
  public Sighting glance(Run run, Precondition of) {
    // At another node the folder may be another one, or missing: then nobody here can tell.
    Path workspace =
        run.head().driver() == RunHead.Driver.LOOP ? workspaces.find(run.head().sessionId()) : null;
    if (workspace == null || !glances.begin()) {
      return Sighting.UNSEEN;
    }
    Sighting found =
        switch (of.type()) {
          case FILE_SHA256, FILE_ABSENT -> file(workspace, of.subject());
          case GIT_HEAD ->
              FileSight.head(
                  workspace, of.subject(), new GitHead.Reading(LARGEST_AT_A_GLANCE, glances::read));
          case HTTP_ETAG, FINGERPRINT -> Sighting.UNSEEN;
        };
    return found.equals(Sighting.TOO_LARGE) ? Sighting.UNSEEN : found;
  }

  private Sighting file(Path workspace, String name) {
    Sighting found = FileSight.of(workspace, name, LARGEST_AT_A_GLANCE);
    Long bytes = found.bytes();
    glances.read(bytes == null ? 0 : bytes);
    return found;
  }

  @Override
  public CallPreview preview(Run run, ToolCall call, int context) {
    // An agent outside has files of its own, and tools of its own under any name.
    if (run.head().driver() != RunHead.Driver.LOOP || AgentBinding.isFor(run)) {
      return CallPreview.none(CallPreview.Reason.ELSEWHERE);
    }
    Path workspace = workspaces.find(run.head().sessionId());
    if (workspace == null) {
      return CallPreview.none(CallPreview.Reason.NO_WORKSPACE);
    }
    if (!turns.tryAcquire()) {
      throw Problem.UNAVAILABLE
          .because("Other files are being compared. Retry in a moment.")
          .asException();
    }
    try {
      Scrubbing secrets = vault.apply(run).scrubbing();
      return new CallPreview(null, FilePreviews.of(call, workspace, secrets, context));
    } catch (SecretLost e) {
      // What cannot be taken out is not shown.
      return CallPreview.none(CallPreview.Reason.NO_WORKSPACE);
    } finally {
      turns.release();
    }
  }

  @Override
  public Sighting etag(String url) throws InterruptedException {
    return EntityTags.of(web, url);
  }
}
