package dev.holdpoint.engine.port;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which agents there are to work with. */
public interface AgentDirectory {
  /** Those that everybody knows, in their order, then whatever else is configured. */
  List<KnownAgent> all();

  /**
   * @param configured whether runs can be given to it
   * @param installed whether what it is started with is found
   * @param credentialsAvailable whether something is found where it usually finds its keys
   */
  record KnownAgent(
      String id,
      boolean configured,
      boolean installed,
      boolean credentialsAvailable,
      Capabilities capabilities) {}

  /**
   * @param sessionLoad whether it takes up again what it was doing before its process ended; null
   *     when only the agent itself can say
   */
  record Capabilities(
      boolean questions, boolean permissions, boolean toolCalls, @Nullable Boolean sessionLoad) {}
}
