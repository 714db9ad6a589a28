package dev.holdpoint.simulation;

import static dev.holdpoint.simulation.Checker.hold;

import dev.holdpoint.core.access.Token;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.Denial;
import dev.holdpoint.core.gate.HeldDecision;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.triage.GateChange;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What holds of decisions that take effect a moment later: each of them has exactly one end, and
 * only one that the words that were said allow. It finds out by following all rows with nothing but
 * what is in them: who holds what until when.
 */
final class Holding {
  /** How a held decision has ended. */
  enum End {
    TOOK_EFFECT,
    UNDONE,
    TAKEN_BACK,
    REPLACED,
    DENIED_BY_ANOTHER,
    WITHDRAWN
  }

  private final MemoryTables tables;
  private final Map<String, HeldDecision> held = new HashMap<>();
  private final Map<String, Set<String>> holders = new HashMap<>();
  private final Map<Json, Set<String>> said = new HashMap<>();
  private final Set<String> settled = new HashSet<>();
  private final Map<String, Integer> undone = new HashMap<>();
  private final Map<End, Integer> ends = new EnumMap<>(End.class);
  private int begun;

  /** The tokens before this transaction, and after it: a decision may have met either. */
  private Set<String> before = Set.of();

  private Set<String> after;

  Holding(MemoryTables tables) {
    this.tables = tables;
    after = tokens();
  }

  private Set<String> tokens() {
    return tables.tokens().stream().map(Token::id).collect(Collectors.toSet());
  }

  /** A transaction is about to be looked at. */
  void begin() {
    before = after;
    after = tokens();
  }

  /** A row tells what one work did. */
  void check(JournalRow row) {
    Run run = row.run();
    if (run != null) {
      run.approvals().forEach(approval -> follow(row, approval));
      row.events().stream()
          .filter(LedgerEvent.GateUpdated.class::isInstance)
          .map(LedgerEvent.GateUpdated.class::cast)
          .filter(told -> told.change() == GateChange.UNDONE)
          .forEach(told -> undone.merge(String.valueOf(told.by()), 1, Integer::sum));
    }
  }

  private void follow(JournalRow row, Approval approval) {
    HeldDecision before = held.get(approval.id());
    HeldDecision now = approval.held();
    if (!Objects.equals(before, now)) {
      if (now == null) {
        held.remove(approval.id());
      } else {
        begins(row, approval, before, now);
      }
      if (before != null) {
        ends.merge(end(row, approval, before, now), 1, Integer::sum);
      }
    } else if (before != null) {
      hold(approval.isPending(), "%s was settled and is held", approval.id());
    }
    if (!approval.isPending() && settled.add(approval.id()) && approval.sent() != null) {
      said.computeIfAbsent(approval.sent(), _ -> new HashSet<>()).add(approval.id());
    }
  }

  private void begins(
      JournalRow row, Approval approval, @Nullable HeldDecision before, HeldDecision now) {
    begun++;
    hold(
        before == null || before.by().equals(now.by()),
        "%s took the place of what %s held on %s",
        now.by(),
        before == null ? null : before.by(),
        approval.id());
    hold(
        isTold(row, approval, GateChange.HELD, now.by()),
        "nobody was told that %s is held",
        approval.id());
    Long deadlineMs = approval.expiresAtMs();
    hold(
        now.untilMs() <= row.atMs() + HeldDecision.LONGEST_MS
            && (deadlineMs == null || now.untilMs() < deadlineMs),
        "%s is held until %d, and its deadline is %s",
        approval.id(),
        now.untilMs(),
        deadlineMs);
    held.put(approval.id(), now);
    holders.computeIfAbsent(approval.id(), _ -> new HashSet<>()).add(now.by());
    said.computeIfAbsent(now.sent(), _ -> new HashSet<>()).add(approval.id());
  }

  /** The one way in which it ended; there is a violation where none is right. */
  private End end(
      JournalRow row, Approval approval, HeldDecision decision, @Nullable HeldDecision now) {
    if (now != null) {
      return End.REPLACED;
    }
    return switch (approval.state()) {
      case ApprovalState.Pending pending -> undone(row, approval, decision, pending);
      case ApprovalState.Allowed allowed -> {
        hold(
            allowed.by().equals(decision.by()),
            "%s was held by %s and allowed by %s",
            approval.id(),
            decision.by(),
            allowed.by());
        yield effect(row, approval, decision, decision.behavior().equals("allow"));
      }
      case ApprovalState.Denied denied -> {
        if (denied.by().equals(decision.by())) {
          yield effect(row, approval, decision, !decision.behavior().equals("allow"));
        }
        hold(
            denied.kind() == null,
            "%s was held by %s, and %s sent it back",
            approval.id(),
            decision.by(),
            denied.by());
        yield End.DENIED_BY_ANOTHER;
      }
      case ApprovalState.Expired expired ->
          throw new Violation(
              "%s was held by %s until %d and lost to its deadline: %s"
                  .formatted(approval.id(), decision.by(), decision.untilMs(), expired));
      case ApprovalState.Withdrawn _ -> End.WITHDRAWN;
    };
  }

  private End undone(
      JournalRow row, Approval approval, HeldDecision decision, ApprovalState.Pending pending) {
    LedgerEvent.GateUpdated told =
        row.events().stream()
            .filter(LedgerEvent.GateUpdated.class::isInstance)
            .map(LedgerEvent.GateUpdated.class::cast)
            .filter(it -> it.gateId().equals(approval.id()))
            .filter(it -> it.change() == GateChange.UNDONE)
            .findFirst()
            .orElse(null);
    boolean voted =
        pending.endorsements().stream().anyMatch(yes -> yes.by().equals(decision.by()))
            || pending.objections().stream().anyMatch(no -> no.by().equals(decision.by()));
    if (told == null && voted) {
      // A policy has come meanwhile under which it is one word of several.
      return End.TOOK_EFFECT;
    }
    if (told == null) {
      throw new Violation(
          "what %s held on %s is lost: nobody undid it".formatted(decision.by(), approval.id()));
    }
    if (told.code() == null) {
      return End.UNDONE;
    }
    hold(
        !told.code().equals("unauthorized") || !after.contains(decision.tokenId()),
        "what %s held on %s was taken back as %s, and their token is good",
        decision.by(),
        approval.id(),
        told.code());
    hold(row.atMs() >= decision.untilMs(), "%s was taken back before its time", approval.id());
    return End.TAKEN_BACK;
  }

  private End effect(JournalRow row, Approval approval, HeldDecision decision, boolean asSent) {
    if (!decision.sent().equals(approval.sent())) {
      // The sender's next word, which was not to be held.
      return End.REPLACED;
    }
    boolean sentBack =
        approval.state() instanceof ApprovalState.Denied denied
            && (denied.kind() == Denial.CHANGES_REQUESTED)
                != decision.behavior().equals("request_changes");
    hold(
        asSent && !sentBack,
        "%s is %s, and held was %s",
        approval.id(),
        approval.state(),
        decision);
    hold(
        row.atMs() >= decision.untilMs(),
        "%s took effect at %d, and was held until %d",
        approval.id(),
        row.atMs(),
        decision.untilMs());
    hold(
        decision.tokenId() == null
            || before.contains(decision.tokenId())
            || after.contains(decision.tokenId()),
        "%s was decided by %s, whose token was revoked",
        approval.id(),
        decision.by());
    return End.TOOK_EFFECT;
  }

  private static boolean isTold(JournalRow row, Approval approval, GateChange change, String by) {
    return row.events().stream()
        .anyMatch(
            event ->
                event instanceof LedgerEvent.GateUpdated told
                    && told.gateId().equals(approval.id())
                    && told.change() == change
                    && by.equals(told.by()));
  }

  /** The run as the tables have it. */
  void check(Run run) {
    for (Approval approval : run.approvals()) {
      hold(
          Objects.equals(approval.held(), held.get(approval.id())),
          "%s was held as %s, and %s is left",
          approval.id(),
          held.get(approval.id()),
          approval.held());
    }
  }

  /** Nobody has anything to do: then nothing that is held may be due. */
  void quiet(long nowMs) {
    held.forEach(
        (id, decision) ->
            hold(!decision.isDueAt(nowMs), "%s is held and was slept through: %s", id, decision));
  }

  void reckon() {
    hold(held.isEmpty(), "these are held for ever: %s", held);
    hold(
        begun == ends.values().stream().mapToInt(Integer::intValue).sum(),
        "%d decisions were held, and ended are %s",
        begun,
        ends);
  }

  /** On how many gates this was held, or decided. */
  int said(Json sent) {
    return said.getOrDefault(sent, Set.of()).size();
  }

  int undone(String by) {
    return undone.getOrDefault(by, 0);
  }

  boolean wasEverHeld(String approvalId) {
    return holders.containsKey(approvalId);
  }

  boolean wasHeldByOther(String approvalId, String name) {
    return holders.getOrDefault(approvalId, Set.of()).stream().anyMatch(one -> !one.equals(name));
  }

  int ended(End end) {
    return ends.getOrDefault(end, 0);
  }
}
