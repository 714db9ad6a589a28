package dev.holdpoint.core.run;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.trace.TraceParent;
import org.jspecify.annotations.Nullable;

/**
 * What a run is from the first moment on and never ceases to be.
 *
 * @param driver who carries the run out
 * @param submittedBy the id of the token that submitted it, or the subject of a user's own
 * @param attachments what came with the input, as a JSON array of descriptions
 * @param principal whose token submitted it; null where that is not known by name
 * @param requester whose question it is, where the run is a parent's clarification
 * @param trace which span outside its root span is a child of; null where nobody has named one
 * @param client how a client outside asked that holds nothing but a token; null for all others, and
 *     for runs of before
 * @param scriptSteps how many steps the script of its input has; null where that is none, and for
 *     runs of before
 */
public record RunHead(
    long key,
    String id,
    long sessionKey,
    String sessionId,
    String agentId,
    String tenantId,
    RunKind originKind,
    Driver driver,
    long submittedAtMs,
    String submittedBy,
    String sourcePlugin,
    String sourceKind,
    String actorId,
    String textPreview,
    String provider,
    String model,
    Json attachments,
    Json metadata,
    RunSettings settings,
    @Nullable String principal,
    @Nullable Requester requester,
    @Nullable TraceParent trace,
    @Nullable ClientCall client,
    @Nullable Integer scriptSteps) {

  /** The kind of source of runs that agents of ACP servers ask for. */
  public static final String SERVED = "acp";

  /** The first line of an input that the scripted model carries out. */
  private static final String SCRIPT = "#!script";

  /** How many steps a script has, or null where the input is none. */
  public static @Nullable Integer scriptSteps(String input) {
    return input.equals(SCRIPT) || input.startsWith(SCRIPT + "\n")
        ? (int) input.lines().skip(1).filter(line -> !line.isBlank()).count()
        : null;
  }

  /** What its outputs are sent with; the daemon keeps them where nobody wants them. */
  public String replyPlugin() {
    return settings.replyTargets().isEmpty()
        ? "daemon"
        : settings.replyTargets().getFirst().plugin();
  }

  public String replyAddress() {
    return settings.replyTargets().isEmpty()
        ? sessionId
        : settings.replyTargets().getFirst().address();
  }

  /** Whether the run is what an agent of an ACP server has asked. */
  public boolean isServed() {
    return driver == Driver.OUTSIDE && sourceKind.equals(SERVED);
  }

  public enum Driver {
    /** The loop takes turns with a model. */
    LOOP,
    /** An agent outside raised a gate and waits for it; there is nothing for the loop to do. */
    OUTSIDE
  }
}
