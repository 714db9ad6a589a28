package dev.holdpoint.engine.gate;

import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.Denial;
import dev.holdpoint.core.gate.Offer;
import dev.holdpoint.core.gate.RevisionChain;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.secret.RequestedSecrets;
import dev.holdpoint.engine.standing.Judgement;
import org.jspecify.annotations.Nullable;

/** Whether a person may say something in place of a plain no, told before and when they try. */
public final class ReplyCheck {
  private static final String IN_WORDS = "Reaches the agent as a no with your words.";
  private static final String AS_PROMPT =
      "Reaches the agent as a no; your words follow as a prompt.";

  /** The kind of source of runs that answer a message of a host application. */
  public static final String CONVERSATION = "conversation";

  private ReplyCheck() {}

  /**
   * @throws dev.holdpoint.core.problem.Refused when it cannot be said of this approval
   */
  static void check(
      Change change,
      Run run,
      Approval approval,
      SentDecision resolution,
      Judgement judged,
      Voter voter,
      int index) {
    Denial kind = resolution.kind();
    if (kind == null || !approval.isPending()) {
      return;
    }
    if (kind == Denial.RESPONDED && resolution.attested() != null) {
      throw Problem.APPROVAL_INVALID_RESOLUTION
          .because("A signature says yes or no and nothing else: deny it. Nothing was resolved.")
          .at("/resolutions/" + index + "/behavior", "is not possible with a signature")
          .asException();
    }
    boolean conversation = ApprovalSettlement.isConversation(change, run);
    String against = against(kind, approval, judged, voter, conversation);
    if (against != null) {
      throw Problem.APPROVAL_INVALID_RESOLUTION
          .because(against + " Nothing was resolved.")
          .at("/resolutions/" + index + "/behavior", "is not possible for this request")
          .asException();
    }
  }

  /**
   * Why it cannot be said of this approval, or null.
   *
   * @param conversation whether a host application waits for the message, which a no ends
   */
  public static @Nullable String against(
      Denial kind,
      Approval approval,
      Judgement judged,
      @Nullable Voter voter,
      boolean conversation) {
    if (conversation) {
      return "A no ends the message of a conversation, so its agent cannot go on: allow or deny it.";
    }
    if (kind.isRevisable()) {
      return approval.revision() >= RevisionChain.LONGEST
          ? "This request has %d revisions, the most there can be: allow or deny it."
              .formatted(RevisionChain.LONGEST)
          : null;
    }
    Offer offer = approval.offer();
    if (offer != null && offer.wordless()) {
      return "This agent does not take an answer in the tool's place: deny it with a reason.";
    }
    if (!RequestedSecrets.aliases(approval).isEmpty()) {
      return "This request asks for a secret, which is not given as text: allow or deny it.";
    }
    return !(judged.isDecidedBy(voter) && judged.isEndedBy(voter))
        ? "One person's word does not decide this request: allow or deny it."
        : null;
  }

  /** Whether the run answers a message of a host application, as far as the run itself says. */
  public static boolean isConversation(Run run) {
    return run.head().sourceKind().equals(CONVERSATION);
  }

  /** How the reply reaches the agent, if not as it was sent; null if it does. */
  public static @Nullable String note(Run run, Approval approval) {
    Offer offer = approval.offer();
    if (offer != null && offer.wordless()) {
      return AS_PROMPT;
    }
    boolean client = run.head().client() != null;
    return offer != null || client ? IN_WORDS : null;
  }
}
