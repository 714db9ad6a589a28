package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.Words;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("How the daemon is.")
public record StatusView(
    Phase status,
    String version,
    long startedAtMs,
    Storage storage,
    Runs runs,
    Delivery delivery,
    Streams streams,
    Health health,
    @About("Those that share the ledger; null where nobody can.") @Nullable Cluster cluster) {

  @About("Whether new work is taken.")
  public enum Phase {
    READY,
    DRAINING
  }

  @About("The ledger.")
  public record Storage(@Words({"sqlite", "postgres"}) String kind, boolean ok) {}

  @About("Runs by status, and what waits for people.")
  public record Runs(
      long queued,
      long running,
      long waitingForApproval,
      long waitingForUserQuestion,
      long completed,
      long failed,
      long interrupted,
      long cancelled,
      long pendingApprovalCount,
      long pendingQuestionCount,
      @OmitIfUnset @About("How long the oldest open gate has been waiting.")
          @Nullable Long oldestPendingMs) {}

  @About("Deliveries by state.")
  public record Delivery(
      long pending, long retrying, long deadLettered, long unresolvedDeadLettered) {}

  @About("Event streams.")
  public record Streams(int open) {}

  @About("The daemons that share the ledger, and this one among them.")
  public record Cluster(
      @About("The one that answers; null when it has no place among them.") @Nullable Member node,
      @About("Nodes that are there.") long nodesLive,
      @About("With those that went within a day.") long nodesTotal,
      @About("Whether this one hands its work over and takes none.") boolean draining,
      @About("How far this one's clock is ahead of the database's, at least.")
          @Range(min = -Limits.TIME_MS, max = Limits.TIME_MS)
          long clockOffMs) {}

  @About("A node, by its name.")
  public record Member(
      String name, @About("Greater than that of every node that joined before.") long epoch) {}

  @About("What an operator should look at.")
  public record Health(boolean ok, List<Warning> warnings) {
    public Health {
      warnings = Copies.of(warnings);
    }
  }

  @About("One thing to look at.")
  public record Warning(String code, String message) {}
}
