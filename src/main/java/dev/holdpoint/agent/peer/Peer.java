package dev.holdpoint.agent.peer;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** One agent that is configured, by whatever wire it is reached. */
public interface Peer extends AutoCloseable {
  /**
   * What a talk is opened for.
   *
   * @param sessionId whose session it is here
   * @param threadId what the session's maker calls the conversation at the agent; null without a
   *     name. It is told, and never used to find a talk: anyone may write anything there
   * @param folder where the agent works
   * @param talkId the talk that is to be taken up again; null for a new one
   */
  record Opening(
      String sessionId, @Nullable String threadId, Path folder, @Nullable String talkId) {}

  /**
   * Starts the agent if it is not there, and opens the talk. What was said before is not told
   * again. Ends in bounded time.
   *
   * @throws PeerFailure if the agent cannot be started, does not answer, or has no such talk
   */
  PeerSession open(Opening opening) throws PeerFailure, InterruptedException;

  /** Ends whatever of the agent runs. */
  @Override
  void close();
}
