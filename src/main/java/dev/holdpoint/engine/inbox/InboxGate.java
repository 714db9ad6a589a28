package dev.holdpoint.engine.inbox;

import dev.holdpoint.core.description.AskedQuestion;
import dev.holdpoint.core.description.Description;
import dev.holdpoint.core.description.RiskLevel;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.json.Descriptions;
import dev.holdpoint.engine.policy.PolicyBook;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.standing.Judgement;
import org.jspecify.annotations.Nullable;

/** A gate of the inbox. What is said about it is made when it is needed, once. */
public final class InboxGate {
  private final GateRow row;
  private final Run run;
  private final Gate gate;
  private final PolicyBook book;
  private @Nullable Description said;

  InboxGate(GateRow row, Run run, Gate gate, PolicyBook book) {
    this.row = row;
    this.run = run;
    this.gate = gate;
    this.book = book;
  }

  public GateRow row() {
    return row;
  }

  /** The run as it was when the gate was settled, or as it is if the gate is pending. */
  public Run run() {
    return run;
  }

  public Gate gate() {
    return gate;
  }

  /** How much there is to look through, in characters. */
  long inputLength() {
    return run.calls().stream()
        .filter(one -> one.call().id().equals(gate.callId()))
        .mapToLong(one -> one.call().input().text().length())
        .sum();
  }

  /** Of the call that waits for approval; null for a question. */
  public @Nullable String tool() {
    return gate instanceof Approval approval ? run.call(approval.callId()).tool() : null;
  }

  /** Null for a question, which has none. */
  public @Nullable RiskLevel risk() {
    return switch (gate) {
      case Approval approval ->
          approval.risk() == null ? described(approval).risk().level() : approval.risk().level();
      case Question _ -> null;
    };
  }

  /** What is said about an approval; null for a question. */
  public @Nullable Description described() {
    return gate instanceof Approval approval ? described(approval) : null;
  }

  private Description described(Approval approval) {
    Description known = said;
    if (known == null) {
      // The policy matters for the risk alone, which most gates have on record.
      known =
          Descriptions.of(
              run,
              approval,
              approval.risk() == null ? Judgement.of(book, run, approval).policy() : null);
      said = known;
    }
    return known;
  }

  /** What is said about a question; null for an approval. */
  public @Nullable AskedQuestion asked() {
    return gate instanceof Question question ? Descriptions.of(question) : null;
  }
}
