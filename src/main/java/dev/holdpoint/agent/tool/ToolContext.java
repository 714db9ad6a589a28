package dev.holdpoint.agent.tool;

import dev.holdpoint.agent.tool.input.CannotDo;
import dev.holdpoint.core.secret.SecretValues;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where a call runs.
 *
 * @param workspace the session's folder, which exists; no path may lead out of it
 * @param runId the run that calls
 * @param callId the call, unique within the run
 * @param secrets what the call may use of the conversation's secrets; they are taken out of its
 *     result
 * @param person what the call does when it has to wait for somebody
 * @param lastLook what the call does right before it changes something
 * @param place where its path led when it was allowed, below the workspace; empty where that was
 *     nowhere, null where what it depends on says so, or nothing does
 */
public record ToolContext(
    Path workspace,
    String runId,
    String callId,
    SecretValues secrets,
    PersonWait person,
    LastLook lastLook,
    @Nullable String place) {

  /** Looks whether the world is still as it was when the call was allowed. */
  @FunctionalInterface
  public interface LastLook {
    /**
     * @throws TargetMoved when it is not; then nothing may be changed
     * @throws CannotDo when the path leads elsewhere; then nothing may be changed either
     */
    void look() throws CannotDo, IOException, InterruptedException;
  }

  /** Whoever waits for a person steps aside meanwhile, so that others get to work. */
  public interface PersonWait {
    void begins();

    void ends();
  }

  /** What the model reads of a call whose path leads to another place than the one allowed. */
  public static final String ELSEWHERE =
      "Where `path` leads has changed since the permission rules were asked. Nothing was done. "
          + "Call the tool again.";

  private static final PersonWait IN_PLACE =
      new PersonWait() {
        @Override
        public void begins() {}

        @Override
        public void ends() {}
      };

  /** Of a call that waits where it is. */
  public ToolContext(Path workspace, String runId, String callId, SecretValues secrets) {
    this(workspace, runId, callId, secrets, IN_PLACE);
  }

  /** Of a call that depends on nothing. */
  public ToolContext(
      Path workspace, String runId, String callId, SecretValues secrets, PersonWait person) {
    this(workspace, runId, callId, secrets, person, () -> {}, null);
  }

  /**
   * @param allowed where its path may lead; null where nobody compares
   */
  public ToolContext looking(LastLook look, @Nullable String allowed) {
    return new ToolContext(workspace, runId, callId, secrets, person, look, allowed);
  }

  /**
   * The file behind a name.
   *
   * @throws CannotDo also when it is another one than was allowed
   */
  Path resolve(String name) throws CannotDo, IOException {
    Path file = Confinement.resolve(workspace, name);
    if (place != null && !place.equals(workspace.toRealPath().relativize(file).toString())) {
      throw new CannotDo(ELSEWHERE);
    }
    return file;
  }

  /** The last look at a file that the call replaces: its name must still lead to it. */
  LastLook lastLookAt(String name, Path file) {
    return () -> {
      lastLook.look();
      if (!file.equals(Confinement.resolve(workspace, name))) {
        throw new CannotDo(ELSEWHERE);
      }
    };
  }
}
