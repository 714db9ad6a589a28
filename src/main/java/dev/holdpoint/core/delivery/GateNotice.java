package dev.holdpoint.core.delivery;

import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.gate.UncertainEffect;
import dev.holdpoint.core.run.Run;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A gate as whoever has to settle it is told of it. What a tool would be called with is not told:
 * nobody knows what is secret in it, and whoever may see it finds it behind the link.
 *
 * @param event what its coming is called
 * @param what the tool that wants to run, or what is asked
 * @param why what the agent says about it; empty where that is all
 */
public record GateNotice(
    NoticeEvent event,
    String id,
    String what,
    String why,
    long raisedAtMs,
    @Nullable Long expiresAtMs) {

  public static GateNotice of(Run run, Gate gate) {
    return switch (gate) {
      case Approval approval -> of(run, approval);
      case Question question -> of(question);
    };
  }

  private static GateNotice of(Run run, Approval approval) {
    return new GateNotice(
        NoticeEvent.APPROVAL_REQUESTED,
        approval.id(),
        run.call(approval.callId()).tool(),
        approval.reason(),
        approval.createdAtMs(),
        approval.expiresAtMs());
  }

  private static GateNotice of(Question question) {
    List<StructuredQuestion> all = question.questions();
    String more = all.size() < 2 ? "" : "and %d more".formatted(all.size() - 1);
    UncertainEffect effect = question.effect();
    if (effect != null) {
      // As of an approval, what leaves the daemon names the tool and not its input.
      return new GateNotice(
          NoticeEvent.QUESTION_REQUESTED,
          question.id(),
          all.getFirst().header() + " " + effect.toolName(),
          "It was started and left no result.",
          question.createdAtMs(),
          question.expiresAtMs());
    }
    return new GateNotice(
        NoticeEvent.QUESTION_REQUESTED,
        question.id(),
        all.isEmpty() ? "" : all.getFirst().question(),
        more,
        question.createdAtMs(),
        question.expiresAtMs());
  }

  /** The same in other words. */
  public GateNotice saying(String newWhat, String newWhy) {
    return new GateNotice(event, id, newWhat, newWhy, raisedAtMs, expiresAtMs);
  }

  /** The pending gate of this id, or null. */
  public static @Nullable GateNotice find(Run run, String gateId) {
    return run.gate(gateId).filter(Gate::isPending).map(gate -> of(run, gate)).orElse(null);
  }
}
