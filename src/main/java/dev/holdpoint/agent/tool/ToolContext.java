package dev.holdpoint.agent.tool;

import dev.holdpoint.core.secret.SecretValues;
import java.nio.file.Path;

/**
 * Where a call runs.
 *
 * @param workspace the session's folder, which exists; no path may lead out of it
 * @param runId the run that calls
 * @param callId the call, unique within the run
 * @param secrets what the call may use of the conversation's secrets; they are taken out of its
 *     result
 * @param person what the call does when it has to wait for somebody
 */
public record ToolContext(
    Path workspace, String runId, String callId, SecretValues secrets, PersonWait person) {

  /** Whoever waits for a person steps aside meanwhile, so that others get to work. */
  public interface PersonWait {
    void begins();

    void ends();
  }

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
}
