package dev.holdpoint.http.v1.view;

import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.gate.OptionBodies.ApprovalOption;
import dev.holdpoint.api.gate.OptionBodies.ApprovalOptionKind;
import dev.holdpoint.api.gate.StandingBodies.ActionView;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalCommand;
import dev.holdpoint.core.gate.ApprovalMachine;
import dev.holdpoint.core.gate.ClarificationMachine;
import dev.holdpoint.core.gate.Denial;
import dev.holdpoint.core.gate.Offer;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.QuestionCommand;
import dev.holdpoint.core.gate.QuestionMachine;
import dev.holdpoint.core.policy.Deliberation;
import dev.holdpoint.core.policy.Right;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Verdict;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.gate.EditCheck;
import dev.holdpoint.engine.gate.ReplyCheck;
import dev.holdpoint.engine.standing.EditPlaces;
import dev.holdpoint.engine.standing.Judgement;
import dev.holdpoint.http.server.Caller;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The actions that the caller may take on a gate now, by the very rules that will decide it. */
final class GateActions {
  private static final String SIGNATURE = "Needs a signature made with an approver key";

  private GateActions() {}

  /**
   * Why the caller may decide nothing at all, or null. A stream is read by many, and names no one.
   */
  private static @Nullable String barred() {
    if (!Caller.NOW.isBound()) {
      return null;
    }
    Caller caller = Caller.NOW.get();
    if (caller.may(Endpoint.Access.DECIDE)) {
      return null;
    }
    return caller.role() == null
        ? "A service key cannot decide; it only carries signed decisions."
        : "Your role (" + Wire.name(caller.role()) + ") can't decide.";
  }

  /** What could be done now, by the very rule that will decide it. */
  static List<ActionView> of(
      EditPlaces places, Run run, Approval approval, Judgement judged, long nowMs) {
    if (judged.policy().signatureRequired() && barred() == null) {
      return Stream.of("allow", "deny", "edit", "grant", "request_changes", "respond", "ask_back")
          .map(name -> new ActionView(name, false, SIGNATURE))
          .toList();
    }
    Voter looking = looking();
    String by = looking == null ? "" : looking.name();
    Deliberation now = judged.isPlain() ? null : judged.now();
    ActionView allow =
        entitled(
            action(
                "allow", decided(approval, new ApprovalCommand.Allow(by, nowMs, null, null, null))),
            now,
            now == null || looking == null ? null : now.mayAllow(looking.name(), looking.role()));
    ActionView deny =
        entitled(
            action("deny", decided(approval, new ApprovalCommand.Deny(by, nowMs, null, ""))),
            now,
            now == null || looking == null ? null : now.mayDeny(looking.name(), looking.role()));
    return List.of(
        allow,
        deny,
        more("edit", allow, EditCheck.againstEditing(places, run, approval, judged, looking)),
        more("grant", allow, EditCheck.againstGranting(run, approval, judged)),
        reply("request_changes", deny, Denial.CHANGES_REQUESTED, run, approval, judged, looking),
        reply("respond", deny, Denial.RESPONDED, run, approval, judged, looking),
        reply("ask_back", deny, Denial.ASKED_BACK, run, approval, judged, looking));
  }

  /** What is said in place of a plain no takes what a no takes. */
  private static ActionView reply(
      String name,
      ActionView deny,
      Denial kind,
      Run run,
      Approval approval,
      Judgement judged,
      @Nullable Voter looking) {
    String against =
        deny.allowed()
            ? ReplyCheck.against(kind, approval, judged, looking, ReplyCheck.isConversation(run))
            : deny.reason();
    return new ActionView(
        name, against == null, against, against == null ? ReplyCheck.note(run, approval) : null);
  }

  /** More than a yes takes what a yes takes. */
  private static ActionView more(String name, ActionView allow, @Nullable String against) {
    return new ActionView(
        name, allow.allowed() && against == null, allow.allowed() ? against : allow.reason());
  }

  private static Verdict<?> decided(Approval approval, ApprovalCommand command) {
    return ApprovalMachine.decide(approval.state(), approval.wording(), command);
  }

  /** Who looks; null on a stream, which is read by many. */
  private static @Nullable Voter looking() {
    return Caller.NOW.isBound() ? Caller.NOW.get().voter() : null;
  }

  /** The action as this person may take it. */
  private static ActionView entitled(
      ActionView action, @Nullable Deliberation now, @Nullable Right right) {
    return now == null || right == null || !right.isRefused() || !action.allowed()
        ? action
        : new ActionView(action.action(), false, now.reason(right));
  }

  static List<ActionView> of(Run run, Question question, Judgement judged, long nowMs) {
    // Whether an answer fits is known when it comes; whether one may come at all, a decline tells
    // as well.
    Verdict<?> decline =
        decided(run, question, new QuestionCommand.Decline("", nowMs, List.of(), null));
    Voter looking = looking();
    Deliberation now = judged.isPlain() ? null : judged.now();
    Right right =
        now == null || looking == null ? null : now.mayAllow(looking.name(), looking.role());
    return List.of(
        entitled(action("answer", decline), now, right),
        entitled(action("decline", decline), now, right),
        action("cancel", decided(run, question, new QuestionCommand.Cancel("", nowMs, null))));
  }

  private static Verdict<?> decided(Run run, Question question, QuestionCommand command) {
    return run.isClarification()
        ? ClarificationMachine.decide(question.state(), question.questions(), command)
        : QuestionMachine.decide(question.state(), question.questions(), command);
  }

  private static ActionView action(String name, Verdict<?> verdict) {
    String barred = barred();
    if (barred != null) {
      return new ActionView(name, false, barred);
    }
    return switch (verdict) {
      case Verdict.Happened<?> _ -> new ActionView(name, true, null);
      case Verdict.Unchanged<?> _ -> new ActionView(name, false, "It would not change anything.");
      case Verdict.Rejected<?>(Problem problem) -> new ActionView(name, false, problem.title());
    };
  }

  /** What the agent lets people choose from; null where it has no choices of its own. */
  static @Nullable List<ApprovalOption> options(Approval approval) {
    Offer offer = approval.offer();
    return offer == null || offer.choices().isEmpty()
        ? null
        : offer.choices().stream()
            .map(
                choice ->
                    new ApprovalOption(
                        choice.id(),
                        choice.name(),
                        ApprovalOptionKind.valueOf(choice.kind().name())))
            .toList();
  }
}
