package dev.holdpoint.api.daemon;

import dev.holdpoint.api.json.Copies;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.Words;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Bodies of responses about the daemon and its nodes. */
public interface DaemonBodies {
  @About("The state of the daemon.")
  record StatusView(
      Phase status,
      String version,
      long startedAtMs,
      Storage storage,
      Runs runs,
      Delivery delivery,
      Streams streams,
      Health health,
      @About("The nodes that share the ledger; null with SQLite.") @Nullable Cluster cluster,
      @OmitIfUnset @About("What the witness of the ledger has; omitted if none is configured.")
          @Nullable Witness witness) {

    @About("Whether new work is accepted.")
    public enum Phase {
      READY,
      DRAINING
    }

    @About("The ledger.")
    public record Storage(@Words({"sqlite", "postgres"}) String kind, boolean ok) {}

    @About("Runs by status, and pending gates.")
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
        @OmitIfUnset @About("How long the oldest gate has been pending.")
            @Nullable Long oldestPendingMs) {}

    @About("Deliveries by state.")
    public record Delivery(
        long pending, long retrying, long deadLettered, long unresolvedDeadLettered) {}

    @About("The head of the audit ledger that the witness has, the older one of URL and file.")
    public record Witness(
        @OmitIfUnset @About("When it got it; omitted if it has none.") @Nullable Long lastOkAtMs,
        @OmitIfUnset @About("The checkpoint's place in the chain.") @Nullable Long sequence) {}

    @About("Event streams.")
    public record Streams(int open) {}

    @About("The nodes that share the ledger, including this one.")
    public record Cluster(
        @About("The node that answers; null if it has no lease.") @Nullable Member node,
        @About("Number of live nodes.") long nodesLive,
        @About("Including those gone within a day.") long nodesTotal,
        @About("Whether this node hands its work over and takes no more.") boolean draining,
        @About("The minimum difference between this node's clock and the database's.")
            @Range(min = -Limits.TIME_MS, max = Limits.TIME_MS)
            long clockOffMs) {}

    @About("A node, by its name.")
    public record Member(
        String name, @About("Greater than that of every node that joined before.") long epoch) {}

    @About("Problems that an operator should look at.")
    public record Health(boolean ok, List<Warning> warnings) {
      public Health {
        warnings = Copies.of(warnings);
      }
    }

    @About("One problem.")
    public record Warning(String code, String message) {}
  }

  @About("The health of the daemon.")
  record HealthView(
      @About("While it shuts down, the answer is 503 instead.") @Words("ok") String status) {}

  @About("A node: a daemon that shares the ledger with others. All times are the database's.")
  record NodeView(
      @About("The name of the node, set with cluster.name.") String name,
      @About("Each node that joins gets a number greater than all before; 0 with SQLite.")
          long epoch,
      State state,
      @OmitIfUnset @About("The URL of the node.") @Nullable String address,
      String version,
      long joinedAtMs,
      @About("The time of its last heartbeat.") long seenAtMs,
      @About("The time since its last heartbeat.") long silentMs,
      @About("How far its clock is ahead of the database's, at its last heartbeat.")
          @Range(min = -Limits.TIME_MS, max = Limits.TIME_MS)
          long clockOffMs,
      @About("Runs that it is working on, at its last heartbeat.") int runs,
      @About("Its open streams, at its last heartbeat.") int streams,
      @About("Whether this node has answered the request.") boolean self,
      @OmitIfUnset @About("For a node that is gone: whether its work has been taken over.")
          @Nullable Boolean settled) {

    @About(
        "draining: it hands its work over and takes no more; silent: its "
            + "heartbeat is late; left: it stopped normally; lost: it was silent for "
            + "too long.")
    public enum State {
      LIVE,
      DRAINING,
      SILENT,
      LEFT,
      LOST
    }
  }
}
