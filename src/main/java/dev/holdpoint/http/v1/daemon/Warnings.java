package dev.holdpoint.http.v1.daemon;

import dev.holdpoint.api.daemon.DaemonBodies.StatusView;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.engine.commit.StoreHealth;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What an operator should look at, as a function of what is known. */
public final class Warnings {
  /** Enough for the time that a person needs to make room. */
  private static final long FREE_BYTES = 512L << 20;

  /** It is cut back at 64 MB: one so long is held open by a reader, or cannot be written back. */
  private static final long WAL_BYTES = 256L << 20;

  private static final long CLOCK_MS = 5_000;
  private static final int FILES_PERCENT = 90;
  private static final int MOST_RULES = 1_000;

  private Warnings() {}

  /** Every code there is; docs/operations.md says what to do about each. */
  public enum Code {
    STORAGE_FULL,
    UNAVAILABLE,
    DISK_SPACE_LOW,
    WAL_LARGE,
    CLOCK_WENT_BACK,
    OPEN_FILES_LOW,
    FILE_LIMIT,
    HEAP_SMALL,
    DELIVERIES_DEAD_LETTERED,
    VAULT_KEY_BESIDE_DATA,
    VAULT_KEY_MISSING,
    AUDIT_KEY_MISSING,
    ROUTE_NOT_READY,
    CERTIFICATE_NOT_VALID,
    CERTIFICATE_EXPIRES_SOON,
    CERTIFICATE_NOT_RELOADED,
    MCP_SERVER_UNREACHABLE,
    AGENT_RULE_WIDE,
    NODE_CUT_OFF,
    NODE_DRAINING,
    NODE_CLOCK_OFF,
    WEAK_ADMIN_TOKEN,
    TOKENS_EXPIRING,
    AGENT_TOKENS_UNBOUND,
    ASSERTIONS_LIVE_LONG,
    SIGNATURE_NOT_REQUIRED,
    POLICY_WITHOUT_PEOPLE,
    DAMAGED_DOCUMENTS,
    EFFECTS_UNCERTAIN,
    LEDGER_CUT,
    WITNESS_LATE;

    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * How the machine is.
   *
   * @param freeBytes where the data folder is
   * @param walBytes of the write-ahead log; 0 where there is none
   * @param clockBehindMs how far the clock is behind the newest id
   */
  public record Machine(
      long freeBytes, long walBytes, long clockBehindMs, long openFiles, long fileLimit) {}

  /**
   * @param unresolvedDeadLettered deliveries that were given up and not replayed since
   */
  public record Facts(StoreHealth store, Machine machine, long unresolvedDeadLettered) {}

  public static List<StatusView.Warning> of(Facts facts) {
    List<StatusView.Warning> warnings = new ArrayList<>();
    switch (facts.store) {
      case WELL -> {}
      case FULL ->
          warnings.add(
              warning(
                  Code.STORAGE_FULL,
                  "The disk was full at the last commit. Nothing is accepted until there "
                      + "is space."));
      case UNAVAILABLE ->
          warnings.add(
              warning(
                  Code.UNAVAILABLE,
                  "The last commit failed in the database. The log has the details."));
    }
    Machine machine = facts.machine;
    if (machine.freeBytes < FREE_BYTES) {
      warnings.add(
          warning(
              Code.DISK_SPACE_LOW,
              "The disk of the data folder has %d MB left. Free space before commits are refused."
                  .formatted(machine.freeBytes >> 20)));
    }
    if (machine.walBytes > WAL_BYTES) {
      warnings.add(
          warning(
              Code.WAL_LARGE,
              "The write-ahead log has %d MB. Close other programs that have the ledger open."
                  .formatted(machine.walBytes >> 20)));
    }
    if (machine.clockBehindMs > CLOCK_MS) {
      warnings.add(
          warning(
              Code.CLOCK_WENT_BACK,
              "The clock is %d s behind the last commit, so deadlines are that much late. Set the clock."
                  .formatted(machine.clockBehindMs / 1_000)));
    }
    if (machine.openFiles * 100 > machine.fileLimit * FILES_PERCENT) {
      warnings.add(
          warning(
              Code.OPEN_FILES_LOW,
              "%d of %d files are open. Raise the limit (ulimit -n) before streams are refused."
                  .formatted(machine.openFiles, machine.fileLimit)));
    }
    if (facts.unresolvedDeadLettered > 0) {
      warnings.add(
          warning(
              Code.DELIVERIES_DEAD_LETTERED,
              facts.unresolvedDeadLettered == 1
                  ? "1 delivery failed. Review it."
                  : "%d deliveries failed. Review them.".formatted(facts.unresolvedDeadLettered)));
    }
    return warnings;
  }

  /** Of the rules that allow an agent outside every command; the doctor calls it as well. */
  public static List<StatusView.Warning> wide(List<PermissionRule> rules) {
    List<StatusView.Warning> warnings = new ArrayList<>();
    for (PermissionRule rule : rules.subList(0, Math.min(MOST_RULES, rules.size()))) {
      warnings.add(
          warning(
              Code.AGENT_RULE_WIDE,
              "Rule %s (%s) allows every command of an agent's shell. Add rules for single commands instead, then revoke it with: holdpoint rules revoke %s"
                  .formatted(rule.id(), rule.toolPattern(), rule.id())));
    }
    if (rules.size() > MOST_RULES) {
      warnings.add(
          warning(
              Code.AGENT_RULE_WIDE,
              "%d more rules allow every command of an agent's shell. They are shown when these are revoked."
                  .formatted(rules.size() - MOST_RULES)));
    }
    return warnings;
  }

  private static StatusView.Warning warning(Code code, String message) {
    return new StatusView.Warning(code.wire(), message);
  }
}
