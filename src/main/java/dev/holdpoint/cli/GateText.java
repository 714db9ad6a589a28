package dev.holdpoint.cli;

import dev.holdpoint.api.description.DescriptionBodies.RiskView;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalDecision;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRequestView;
import dev.holdpoint.api.gate.ApprovalBodies.GateWaits;
import dev.holdpoint.api.gate.ApprovalBodies.RequestedItem;
import dev.holdpoint.api.gate.QuestionBodies.PendingQuestionView;
import dev.holdpoint.api.gate.QuestionBodies.QuestionAnswer;
import dev.holdpoint.api.gate.QuestionBodies.QuestionDecision;
import dev.holdpoint.api.gate.QuestionBodies.StructuredQuestion;
import dev.holdpoint.api.gate.QuestionBodies.UserQuestionRequestView;
import dev.holdpoint.api.gate.StandingBodies.PolicyMark;
import dev.holdpoint.api.gate.StandingBodies.StandingView;
import dev.holdpoint.api.gate.StandingBodies.VoteView;
import dev.holdpoint.api.gate.TriageBodies.GateChangeWord;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.status.AppliedEnding;
import dev.holdpoint.api.status.GateOutcome;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Approvals and questions in words, safe to print. */
public final class GateText {
  /** As many characters of a digest as people compare. */
  private static final int DIGEST = 12;

  /** Its level, and each reason on a line of its own. */
  public static String risk(RiskView risk) {
    StringBuilder text = new StringBuilder(risk.level());
    risk.reasons().forEach(reason -> text.append('\n').append(reason.message()));
    return text.toString();
  }

  private GateText() {}

  /** What a list says of a request; daemons of before do not say it themselves. */
  public static String title(ApprovalRequestView request, int most) {
    String title = request.title();
    return title == null ? brief(request, most) : Visible.brief(title, most);
  }

  /** What happened to a gate that did not settle it: who, what, which. */
  static String updated(String id, GateChangeWord change, @Nullable String by) {
    String what = Wire.name(change).replace('_', ' ');
    return Visible.line(by == null ? id + " " + what : "%s %s by %s".formatted(id, what, by));
  }

  /** Who must agree and what comes next, under a heading that says so. */
  public static String waitsFor(StandingView standing) {
    return standing.summary().replaceFirst("^waits for ", "");
  }

  /** The same on one line and perhaps cut. */
  public static String waitsFor(StandingView standing, int most) {
    return Visible.brief(waitsFor(standing), most);
  }

  /** Who must agree, their votes and the policy; nothing where one click of anyone decides. */
  public static void standing(Facts facts, @Nullable StandingView standing) {
    if (standing == null) {
      return;
    }
    facts.line("standing", standing.summary());
    votes(facts, standing.votes());
    PolicyMark policy = standing.policy();
    if (policy != null) {
      facts
          .line(
              "policy",
              "%s, version %d, stage %d of %d"
                  .formatted(policy.name(), policy.version(), standing.stage(), standing.stages()))
          .line("note", policy.note());
    }
  }

  /** Each person's last word; null where nobody's word was counted. */
  public static void votes(Facts facts, @Nullable List<VoteView> votes) {
    for (VoteView vote : votes == null ? List.<VoteView>of() : votes) {
      String reason = vote.reason() == null ? "" : ": " + vote.reason();
      facts.line(
          vote.vote().equals("allow") ? "yes" : "no",
          vote.by() + ", " + Times.at(vote.atMs()) + reason);
    }
  }

  /** What would run, whole: the command where there is one and nothing else, the input else. */
  public static String wanted(ApprovalRequestView request) {
    return wanted(request.input());
  }

  public static String wanted(JsonNode input) {
    JsonNode command = input.get("command");
    // Whoever sees the command alone must not miss a directory that came with it.
    return command != null && command.isString() && input.size() == 1
        ? Visible.lines(command.stringValue())
        : Visible.json(input.toPrettyString());
  }

  /** What would run, on one line and perhaps cut. */
  public static String brief(ApprovalRequestView request, int most) {
    JsonNode input = request.input();
    JsonNode command = input.get("command");
    if (command == null || !command.isString()) {
      return Visible.brief(request.toolName() + ": " + input, most);
    }
    List<String> others =
        input.propertyNames().stream().filter(name -> !name.equals("command")).toList();
    String more =
        others.isEmpty() ? "" : Visible.brief(" (with " + String.join(", ", others) + ")", 30);
    return Visible.brief(request.toolName() + ": " + command.stringValue(), most - more.length())
        + (more.isEmpty() ? "" : " " + more);
  }

  public static String brief(UserQuestionRequestView request, int most) {
    List<StructuredQuestion> questions = request.questions();
    String first = questions.isEmpty() ? "" : questions.getFirst().question();
    String more = questions.size() > 1 ? " (and " + (questions.size() - 1) + " more)" : "";
    return Visible.brief(first, most - more.length()) + more;
  }

  public static String digest(ApprovalRequestView request) {
    return Visible.line(request.digest().substring(0, Math.min(DIGEST, request.digest().length())));
  }

  public static List<String> items(ApprovalRequestView request) {
    List<String> items = new ArrayList<>();
    List<RequestedItem> asked = request.requestedItems();
    for (RequestedItem item : asked == null ? List.<RequestedItem>of() : asked) {
      String alias = item.alias() == null ? "" : " (" + item.alias() + ")";
      items.add(Visible.line(Wire.name(item.kind()) + ": " + item.description() + alias));
    }
    return items;
  }

  /** Who is behind a question that a parent was asked by its child; null when nobody is. */
  public static @Nullable String child(PendingQuestionView view) {
    String session = view.requesterSessionId();
    if (session == null) {
      return null;
    }
    String run = view.requesterRunId() == null ? "" : ", run " + view.requesterRunId();
    return Visible.line("asked by child session " + session + run);
  }

  public static String decided(ApprovalDecision decision) {
    String why = decision.reason() == null ? decision.justification() : decision.reason();
    return settled(decision.outcome(), decision.by(), decision.atMs())
        + applied(decision.applied())
        + (decision.updatedInput() == null
            ? ""
            : ", with another input: " + Visible.line(decision.updatedInput().toString()))
        + (why == null ? "" : ": " + Visible.line(why))
        + (decision.response() == null ? "" : ": " + Visible.line(decision.response()));
  }

  public static String decided(QuestionDecision decision) {
    String why = decision.justification();
    return settled(decision.outcome(), decision.by(), decision.atMs())
        + applied(decision.applied())
        + (decision.answers().isEmpty() ? "" : ": " + answers(decision.answers()))
        + (why == null ? "" : ": " + Visible.line(why));
  }

  /** {@code allowed by ada, 3 minutes ago}. */
  public static String settled(GateOutcome outcome, String by, long atMs) {
    return past(outcome)
        + (by.isEmpty() ? "" : " by " + Visible.line(decider(by)))
        + ", "
        + Times.from(System.currentTimeMillis(), atMs);
  }

  /** Who decided, in words: rules and keys have ids, which say nothing to people. */
  public static String decider(String by) {
    if (by.startsWith("rule:")) {
      return "a rule";
    }
    if (by.startsWith("approver_key:")) {
      return "an approver key";
    }
    return by.equals("deadline") ? "the deadline" : by;
  }

  public static String past(GateOutcome outcome) {
    return Wire.name(outcome).replace('_', ' ');
  }

  /** What the deadline did, where one ended it. */
  public static String applied(@Nullable AppliedEnding applied) {
    return switch (applied) {
      case null -> "";
      case FAIL -> ", and the run failed";
      case CANCEL -> ", and the run was cancelled";
      case INTERRUPT -> ", and the run was interrupted";
      case DENY, DECLINE -> ", and the agent got a no";
      case DEFAULT -> ", and answered by default";
      case ALLOW -> ", and the call was allowed";
    };
  }

  public static String answers(List<QuestionAnswer> answers) {
    List<String> words = new ArrayList<>();
    for (QuestionAnswer answer : answers) {
      List<String> said = new ArrayList<>(answer.selectedOptionIds());
      String own = answer.freeformAnswer();
      if (own != null && !own.isEmpty()) {
        said.add("\"" + own + "\"");
      }
      String name = answers.size() == 1 ? "" : answer.questionId() + " ";
      words.add(Visible.line(name + String.join(", ", said)));
    }
    return String.join("; ", words);
  }

  /** Who waits for the decision, in words; null where that is not said. */
  public static @Nullable String waits(@Nullable GateWaits waits, @Nullable Long keptUntilMs) {
    return switch (waits) {
      case null -> null;
      case NOW -> "The agent is waiting now.";
      case COMES_BACK -> "The agent is not waiting now. It receives the decision later.";
      case NOBODY ->
          "Nobody waits for this now."
              + (keptUntilMs == null
                  ? ""
                  : " A decision is kept for the same request until "
                      + Times.at(keptUntilMs)
                      + ".");
    };
  }
}
