package dev.holdpoint.engine.gate;

import dev.holdpoint.core.access.PrincipalName;
import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.gate.Outcome;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.QuestionState;
import dev.holdpoint.core.gate.RequestTerms;
import dev.holdpoint.core.gate.Ruling;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.triage.GateChange;
import dev.holdpoint.core.triage.Triage;
import dev.holdpoint.core.triage.TriageEntry;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.policy.PolicyBook;
import dev.holdpoint.engine.standing.Judgement;
import dev.holdpoint.engine.triage.Asides;
import dev.holdpoint.engine.triage.LateWords;
import dev.holdpoint.engine.triage.TriageLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Decisions and answers that came after their gate was settled. They change nothing and are kept
 * with the gate, in a commit of their own after the refusal: what is refused leaves nothing else,
 * and nobody hears that theirs is kept before it is.
 */
public final class LateAnswers {
  static final String KEPT = "kept";
  private static final String NOT_KEPT = "not_kept";
  private static final int MOST = 20;

  private final Commits commits;
  private final boolean nextTurn;
  private final long longestAssertionMs;

  /**
   * @param nextTurn whether agents read them with their next turn where the asker said nothing
   */
  public LateAnswers(Commits commits, boolean nextTurn, long longestAssertionMs) {
    this.commits = commits;
    this.nextTurn = nextTurn;
    this.longestAssertionMs = longestAssertionMs;
  }

  /**
   * What somebody sent.
   *
   * @param decision as it was sent, with everything that must not be kept
   * @param approval null for an answer to a question
   */
  public record Sent(String gateId, GateKind kind, Json decision, @Nullable SentDecision approval) {
    public static List<Sent> of(List<SentDecision> decisions) {
      return decisions.stream()
          .map(one -> new Sent(one.requestId(), GateKind.APPROVAL, one.sent(), one))
          .toList();
    }

    public static Sent answer(String questionId, Json sent) {
      return new Sent(questionId, GateKind.QUESTION, sent, null);
    }
  }

  /**
   * Who sends it.
   *
   * @param voter the caller
   * @param reach of which runs they can decide the gates by this door
   */
  public record Sender(Voter voter, Predicate<Run> reach) {}

  /** Does it; what is refused because it comes too late is kept, and the refusal says so. */
  public <T> T keeping(Supplier<T> deed, List<Sent> sent, Sender by) {
    try {
      return deed.get();
    } catch (Refused refused) {
      throw refused.getClass() == Refused.class && refused.refusal().settlement() != null
          ? told(refused.refusal(), sent, by).asException()
          : refused;
    }
  }

  /** The refusal of what came too late, with what became of it. */
  public Refusal told(Refusal refusal, List<Sent> sent, Sender by) {
    Refusal.Settlement before = refusal.settlement();
    for (Kept kept : keep(sent, by)) {
      if (before == null
          || (kept.settlement.atMs() == before.atMs()
              && kept.settlement.by().equals(before.by()))) {
        return kept.settlement.lateAnswer() == null
            ? refusal.settled(kept.settlement)
            : refusal.settled(kept.settlement).saying(words(refusal.detail(), kept));
      }
    }
    return refusal;
  }

  /** How the gate ended, for a surface that does not refuse what comes too late. */
  public Refusal.Settlement kept(Refusal.Settlement before, Sent sent, Sender by) {
    List<Kept> kept = keep(List.of(sent), by);
    return kept.isEmpty() ? before : kept.getFirst().settlement;
  }

  /** Why nobody waits any more is in the refusal alone; how it was decided is in the words. */
  private static String words(String detail, Kept kept) {
    String ending = ending(detail);
    int split = kept.words.indexOf("; ");
    boolean withdrawn = Outcome.WITHDRAWN.wire().equals(kept.settlement.outcome());
    if (!withdrawn || split < 0) {
      return kept.words + ending;
    }
    String why = detail.substring(0, detail.length() - ending.length()).strip();
    String after = kept.words.substring(split + 2);
    return why + " " + Character.toUpperCase(after.charAt(0)) + after.substring(1) + ending;
  }

  /** What a client that gives up early must know last. */
  private static String ending(String detail) {
    int last = detail.lastIndexOf("Nothing was ");
    return last < 0 ? "" : " " + detail.substring(last);
  }

  /** What became of a gate, and of what was sent for it. */
  private record Kept(Refusal.Settlement settlement, String words) {}

  private List<Kept> keep(List<Sent> sent, Sender by) {
    try {
      return commits.commit(
          change ->
              sent.stream()
                  .map(one -> keep(change, one, by))
                  .filter(Objects::nonNull)
                  .map(Kept.class::cast)
                  .toList());
    } catch (RuntimeException e) {
      // A full disk keeps nothing, and changes nothing about the refusal.
      return List.of();
    }
  }

  private @Nullable Kept keep(Change change, Sent sent, Sender by) {
    Gates.Found<Gate> found = Gates.gate(change.queries(), sent.kind, sent.gateId).orElse(null);
    if (found == null
        || !by.reach.test(found.run())
        || !(found.gate().state() instanceof GateState.Settled settled)) {
      return null;
    }
    Gate gate = found.gate();
    Refusal.Settlement settlement =
        Objects.requireNonNull(
            Gates.settlement(
                gate,
                gate instanceof Approval approval ? Revisions.successor(change, approval) : null));
    Decider decider = decider(change, found.run(), gate, sent, by.voter);
    if (decider == null || isSame(gate, sent, decider)) {
      return new Kept(settlement, "");
    }
    boolean tells = tells(gate);
    boolean kept = keep(change, found.run(), gate, sent, decider.principal(), tells);
    return new Kept(
        settlement.keeping(kept ? KEPT : NOT_KEPT),
        LateWords.refusal(settled, change.nowMs(), kept, tells));
  }

  /** The newest of each person; what is there already is not written again. */
  private static boolean keep(
      Change change, Run run, Gate gate, Sent sent, String person, boolean tells) {
    Triage triage = TriageLog.of(change, run.head(), gate);
    Json decision = LateWords.kept(sent.decision);
    Triage.LateAnswer earlier =
        triage.late().stream().filter(one -> one.by().equals(person)).findFirst().orElse(null);
    TriageEntry known = earlier == null ? null : change.kept(TriageEntry.KIND, earlier.entryKey());
    if (known != null && decision.equals(known.decision())) {
      return true;
    }
    if (earlier == null && triage.late().size() >= MOST) {
      return false;
    }
    if (known != null) {
      change.discard(TriageEntry.KIND, known);
      change.keep(Triage.KIND, triage.minusEntry());
    }
    TriageEntry made =
        TriageLog.append(
            change,
            run.head(),
            gate,
            TriageEntry.Draft.of(person, GateChange.LATE_ANSWER).deciding(decision));
    List<Triage.LateAnswer> all = new ArrayList<>(triage.late());
    all.remove(earlier);
    all.add(new Triage.LateAnswer(person, made.key()));
    change.keep(Triage.KIND, TriageLog.of(change, run.head(), gate).withLate(all));
    if (tells) {
      Asides.add(
          change,
          run.head().sessionId(),
          LateWords.aside(person, run, gate, decision, change.nowMs()));
    }
    return true;
  }

  /** Whether the session's agent reads them with its next turn. */
  public boolean tells(Gate gate) {
    RequestTerms terms = gate.terms();
    RequestTerms.LateAnswers said = terms == null ? null : terms.lateAnswers();
    return said == null ? nextTurn : said == RequestTerms.LateAnswers.NEXT_TURN;
  }

  /** Who has sent it; null when it would not have been theirs to decide. */
  private @Nullable Decider decider(Change change, Run run, Gate gate, Sent sent, Voter by) {
    Judgement judged = Judgement.of(PolicyBook.in(change), run, gate);
    if (!(gate instanceof Approval) || sent.approval == null) {
      return judged.isPlain() || !judged.now().mayAllow(by.name(), by.role()).isRefused()
          ? Decider.of(by)
          : null;
    }
    return Decider.late(change, run, judged, sent.approval, by, longestAssertionMs);
  }

  /** A click that was made twice. */
  private static boolean isSame(Gate gate, Sent sent, Decider decider) {
    return switch (gate) {
      case Approval approval -> sent.approval != null && isSame(approval, sent.approval, decider);
      case Question question -> isSame(question, sent, decider);
    };
  }

  private static boolean isSame(Approval approval, SentDecision sent, Decider decider) {
    return hasVoted(approval, sent, decider) || isDecision(approval, sent, decider);
  }

  /** Whether this very word was in before another one settled it. */
  private static boolean hasVoted(Approval approval, SentDecision sent, Decider decider) {
    Ruling ruling = approval.ruling();
    if (ruling == null) {
      return false;
    }
    return sent.allow()
        ? ruling.endorsements().stream()
            .anyMatch(yes -> PrincipalName.isSame(yes.principal(), decider.principal()))
        : ruling.objections().stream()
            .anyMatch(
                no ->
                    PrincipalName.isSame(no.principal(), decider.principal())
                        && LateWords.kept(no.sent()).equals(LateWords.kept(sent.sent())));
  }

  private static boolean isDecision(Approval approval, SentDecision sent, Decider decider) {
    return switch (approval.state()) {
      case ApprovalState.Allowed allowed ->
          sent.allow()
              && (allowed.by().equals(decider.by())
                  || allowed.endorsements().stream()
                      .anyMatch(yes -> PrincipalName.isSame(yes.principal(), decider.principal())));
      case ApprovalState.Denied denied ->
          !sent.allow()
              && denied.by().equals(decider.by())
              && denied.kind() == sent.kind()
              && (denied.reason().equals(sent.reason() == null ? "" : sent.reason())
                  // Its words may have comments behind them.
                  || (approval.sent() != null
                      && LateWords.kept(approval.sent()).equals(LateWords.kept(sent.sent()))));
      case ApprovalState _ -> false;
    };
  }

  private static boolean isSame(Question question, Sent sent, Decider decider) {
    return question.state() instanceof QuestionState.Settled settled
        && settled.by().equals(decider.by())
        && question.sent() != null
        && LateWords.isSame(question, question.sent(), sent.decision);
  }
}
