package dev.holdpoint.http.v1.daemon;

import dev.holdpoint.api.daemon.DaemonBodies.HealthView;
import dev.holdpoint.api.daemon.DaemonBodies.StatusView;
import dev.holdpoint.core.delivery.DeliveryStatus;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.engine.cluster.Roster;
import dev.holdpoint.engine.commit.StoreHealth;
import dev.holdpoint.engine.permission.WideRules;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.run.RunCounts;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Caller;
import dev.holdpoint.http.server.CompressedBytes;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.view.ViewContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How the daemon itself is. */
public final class DaemonHandlers {
  private final ViewContext sight;
  private final About about;
  private final Supplier<byte[]> openApi;
  private volatile @Nullable CompressedBytes document;
  private final WideRules wideRules = new WideRules();

  /**
   * What the handlers cannot know: when the daemon started, whether it is leaving, what it counts.
   *
   * @param standing what is wanting besides how the machine is, looked at anew each time
   */
  public record About(
      String version,
      long startedAtMs,
      String storageKind,
      Supplier<Boolean> draining,
      IntSupplier openStreams,
      Supplier<String> metrics,
      Roster roster,
      RunCounts census,
      BackupHandlers.Source backups,
      Supplier<Warnings.Machine> machine,
      Supplier<List<StatusView.Warning>> standing,
      Supplier<StatusView.@Nullable Witness> witness) {}

  public DaemonHandlers(ViewContext sight, About about, Supplier<byte[]> openApi) {
    this.sight = sight;
    this.about = about;
    this.openApi = openApi;
  }

  public Map<String, Handler> all() {
    return Map.of(
        "health", _ -> Reply.json(200, new HealthView("ok")),
        "getHealth", _ -> Reply.json(200, new HealthView("ok")),
        "ready", this::ready,
        "status", this::status,
        "openapi", call -> document().unlessKnown(call),
        "metrics",
            _ -> Reply.text(200, "text/plain; version=0.0.4; charset=utf-8", about.metrics.get()));
  }

  /** Written when it is first asked for: a start does not wait for it. */
  private CompressedBytes document() {
    CompressedBytes known = document;
    if (known == null) {
      known = new CompressedBytes("application/json", openApi.get());
      document = known;
    }
    return known;
  }

  private Reply ready(Call call) {
    if (about.draining.get()) {
      throw Problem.UNAVAILABLE
          .because("The daemon is stopping. Send new work to another node.")
          .asException();
    }
    sight.engine.read(Queries::lastEventId);
    String refusal = NodeWarnings.refusal(about.roster.look());
    if (refusal != null) {
      throw Problem.UNAVAILABLE.because(refusal).asException();
    }
    return Reply.json(200, new HealthView("ok"));
  }

  private Reply status(Call call) {
    StoreHealth store = sight.engine.storeHealth();
    Roster.Look nodes = about.roster.look();
    // Read before: some of them read too, and one who holds a reader must not wait for another.
    List<StatusView.Warning> standing = about.standing.get();
    StatusView.Witness witness = about.witness.get();
    return sight.engine.read(
        queries -> {
          Map<RunStatus, Long> runs = about.census.runs(queries);
          StatusView.Delivery delivery = delivery(queries);
          List<StatusView.Warning> warnings = warnings(standing, store, delivery, nodes);
          warnings.addAll(Warnings.wide(wideRules(queries, call.caller())));
          return Reply.json(
              200,
              new StatusView(
                  about.draining.get() ? StatusView.Phase.DRAINING : StatusView.Phase.READY,
                  about.version,
                  about.startedAtMs,
                  new StatusView.Storage(about.storageKind, store == StoreHealth.WELL),
                  new StatusView.Runs(
                      count(runs, RunStatus.QUEUED),
                      count(runs, RunStatus.RUNNING),
                      count(runs, RunStatus.WAITING_FOR_APPROVAL),
                      count(runs, RunStatus.WAITING_FOR_USER_QUESTION),
                      count(runs, RunStatus.COMPLETED),
                      count(runs, RunStatus.FAILED),
                      count(runs, RunStatus.INTERRUPTED),
                      count(runs, RunStatus.CANCELLED),
                      queries.countGates(pending(GateKind.APPROVAL)),
                      queries.countGates(pending(GateKind.QUESTION)),
                      oldestPendingMs(queries)),
                  delivery,
                  new StatusView.Streams(about.openStreams.getAsInt()),
                  new StatusView.Health(warnings.isEmpty(), warnings),
                  NodeHandlers.cluster(nodes),
                  witness));
        });
  }

  private List<PermissionRule> wideRules(Queries queries, Caller caller) {
    return wideRules.look(queries, sight.engine.nowMs()).stream()
        .filter(rule -> !caller.isBound() || rule.tenantId().equals(caller.tenantId()))
        .toList();
  }

  private static StatusView.Delivery delivery(Queries queries) {
    Map<DeliveryStatus, Long> counts = queries.countDeliveriesByStatus();
    return new StatusView.Delivery(
        counts.getOrDefault(DeliveryStatus.PENDING, 0L),
        counts.getOrDefault(DeliveryStatus.RETRYING, 0L),
        counts.getOrDefault(DeliveryStatus.DEAD_LETTERED, 0L),
        queries.countUnresolvedDeliveries());
  }

  private List<StatusView.Warning> warnings(
      List<StatusView.Warning> standing,
      StoreHealth store,
      StatusView.Delivery delivery,
      Roster.Look nodes) {
    List<StatusView.Warning> warnings = new ArrayList<>(standing);
    warnings.addAll(
        Warnings.of(
            new Warnings.Facts(store, about.machine.get(), delivery.unresolvedDeadLettered())));
    warnings.addAll(NodeWarnings.of(nodes));
    return warnings;
  }

  private static long count(Map<RunStatus, Long> runs, RunStatus status) {
    return runs.getOrDefault(status, 0L);
  }

  private static Queries.GateFilter pending(GateKind kind) {
    return new Queries.GateFilter(kind, GateState.Status.PENDING, null);
  }

  /** How long the oldest gate has been waiting: its id holds the time it was raised. */
  private @Nullable Long oldestPendingMs(Queries queries) {
    long oldest = Long.MAX_VALUE;
    for (GateKind kind : GateKind.values()) {
      for (GateRow row : queries.gates(pending(kind), 0, 1)) {
        oldest = Math.min(oldest, Ulid.timeOf(row.key()));
      }
    }
    return oldest == Long.MAX_VALUE ? null : Math.max(0, sight.engine.nowMs() - oldest);
  }
}
