package dev.holdpoint.api.gate;

/** Descriptions of what an asker can say of its request, the same over HTTP and MCP. */
public final class AskerWords {
  public static final String ON_EXPIRY =
      "What the deadline does: fail the run, deny (the agent gets a no and continues), or cancel "
          + "the run. Without it, fail.";
  public static final String TITLE =
      "What people read first, for a tool whose input says nothing of it; a command or a request "
          + "keeps its own title.";

  public static final String RISK =
      "How much is at stake, in the asker's own word; without it, normal.";
  public static final String EDITABLE =
      "The places of the input that an approver may change, as JSON pointers; without it, all of "
          + "them.";
  public static final String REVISES =
      "The approval that this one revises: one that was sent back, or your own pending one.";
  public static final String REPLY =
      "With revises: the agent's answer to the instructions or the question.";

  public static final String LATE_ANSWERS =
      "What becomes of a decision that comes too late: keep stores it with the request; with "
          + "next_turn the session's agent also reads it with its next turn. Without it, as the "
          + "daemon is configured.";

  static final String PERMIT =
      "Terms of the permit that an approval gives; the permit is then shown with the decision.";
  public static final String PRECONDITIONS =
      "What the decision depends on, each with its value; the daemon fetches an ETag itself. If one "
          + "has changed when the call is to be carried out, it is asked about again.";

  private AskerWords() {}
}
