package dev.holdpoint.simulation;

import dev.holdpoint.core.audit.Checkpoint;
import dev.holdpoint.core.audit.ExternalAction;
import dev.holdpoint.core.delivery.Delivery;
import dev.holdpoint.core.delivery.DeliveryState;
import dev.holdpoint.core.delivery.DeliveryStatus;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.port.store.AuditQueries;
import dev.holdpoint.engine.port.store.DeliveryQueries;
import dev.holdpoint.engine.port.store.Outgoing;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tables of what leaves the daemon, and of the proof of it. */
abstract class MemoryOutgoing implements DeliveryQueries, AuditQueries {
  final NavigableMap<Long, Delivery> deliveries = new TreeMap<>();
  final NavigableMap<Long, NavigableMap<Integer, ExternalAction>> actions = new TreeMap<>();
  final NavigableMap<Long, Checkpoint> checkpoints = new TreeMap<>();
  final Map<String, String> evidence = new HashMap<>();

  final void check(Outgoing outgoing) {
    for (ExternalAction action : outgoing.actions()) {
      if (chain(action.deed().runKey()).containsKey(action.sequence())) {
        throw new StoreFailure("the chain forks at " + action);
      }
    }
    for (Checkpoint checkpoint : outgoing.checkpoints()) {
      if (checkpoints.containsKey(checkpoint.sequence())) {
        throw new StoreFailure("the chain forks at " + checkpoint);
      }
    }
  }

  final void write(Outgoing outgoing) {
    outgoing.deliveries().forEach(delivery -> deliveries.put(delivery.key(), delivery));
    outgoing.removed().forEach(delivery -> deliveries.remove(delivery.key()));
    outgoing
        .actions()
        .forEach(
            action ->
                actions
                    .computeIfAbsent(action.deed().runKey(), _ -> new TreeMap<>())
                    .put(action.sequence(), action));
    evidence.putAll(outgoing.evidence());
    outgoing.checkpoints().forEach(one -> checkpoints.put(one.sequence(), one));
  }

  final void removeSettled(Run run) {
    deliveries.values().removeIf(one -> one.runKey() == run.key() && !one.isOpen());
  }

  private NavigableMap<Integer, ExternalAction> chain(long runKey) {
    return actions.getOrDefault(runKey, new TreeMap<>());
  }

  private Stream<Delivery> open(String lane) {
    return deliveries.values().stream().filter(one -> one.lane().equals(lane) && one.isOpen());
  }

  @Override
  public @Nullable Delivery delivery(long key) {
    return deliveries.get(key);
  }

  @Override
  public List<Delivery> deliveries(DeliveryFilter filter, long belowKey, int limit) {
    return matching(filter, deliveries.headMap(belowKey, false).descendingMap())
        .limit(limit)
        .toList();
  }

  @Override
  public List<Delivery> deliveriesOf(Collection<Long> runKeys, int limit) {
    return deliveries.values().stream().filter(one -> runKeys.contains(one.runKey())).toList();
  }

  @Override
  public Set<Long> runsWithOpenDeliveries(Collection<Long> runKeys) {
    return deliveries.values().stream()
        .filter(one -> one.isOpen() && runKeys.contains(one.runKey()))
        .map(Delivery::runKey)
        .collect(Collectors.toSet());
  }

  @Override
  public long countDeliveries(DeliveryFilter filter) {
    return matching(filter, deliveries).count();
  }

  private static Stream<Delivery> matching(DeliveryFilter filter, Map<Long, Delivery> some) {
    return some.values().stream()
        .filter(one -> filter.sessionKey() == null || filter.sessionKey() == one.sessionKey())
        .filter(one -> filter.runKey() == null || filter.runKey() == one.runKey())
        .filter(one -> filter.plugin() == null || filter.plugin().equals(one.target().plugin()))
        .filter(one -> filter.status() == null || filter.status() == one.status());
  }

  @Override
  public Map<DeliveryStatus, Long> countDeliveriesByStatus() {
    Map<DeliveryStatus, Long> counts = new EnumMap<>(DeliveryStatus.class);
    deliveries.values().forEach(one -> counts.merge(one.status(), 1L, Long::sum));
    return counts;
  }

  @Override
  public long countUnresolvedDeliveries() {
    return deliveries.values().stream().filter(Delivery::isUnresolved).count();
  }

  @Override
  public List<Delivery> openDeliveries(String lane, long aboveKey, int limit) {
    return open(lane).filter(one -> one.key() > aboveKey).limit(limit).toList();
  }

  @Override
  public int countOpenDeliveries(String lane, int most) {
    return (int) open(lane).limit(most).count();
  }

  @Override
  public @Nullable Delivery lastTriedDelivery(String lane) {
    return deliveries.descendingMap().values().stream()
        .filter(one -> one.lane().equals(lane) && one.state().attempts() > 0)
        .findFirst()
        .orElse(null);
  }

  @Override
  public List<Delivery> dueDeliveries(long nowMs, int limit) {
    return due().filter(one -> dueAt(one) <= nowMs).limit(limit).toList();
  }

  @Override
  public @Nullable Long nextDueDelivery() {
    return due().findFirst().map(MemoryOutgoing::dueAt).orElse(null);
  }

  private Stream<Delivery> due() {
    return deliveries.values().stream()
        .filter(one -> one.dueAtMs() != null)
        .sorted(Comparator.comparingLong(MemoryOutgoing::dueAt));
  }

  private static long dueAt(Delivery delivery) {
    Long at = delivery.dueAtMs();
    return at == null ? Long.MAX_VALUE : at;
  }

  @Override
  public List<Delivery> sendingDeliveries(long aboveKey, int limit) {
    return deliveries.tailMap(aboveKey, false).values().stream()
        .filter(one -> one.state() instanceof DeliveryState.Sending)
        .limit(limit)
        .toList();
  }

  @Override
  public @Nullable Delivery lastReplay(long key) {
    return deliveries.descendingMap().values().stream()
        .filter(one -> one.originKey() == key)
        .findFirst()
        .orElse(null);
  }

  @Override
  public @Nullable ExternalAction lastAction(long runKey) {
    NavigableMap<Integer, ExternalAction> chain = chain(runKey);
    return chain.isEmpty() ? null : chain.lastEntry().getValue();
  }

  @Override
  public List<ExternalAction> lastActions(Collection<Long> runKeys) {
    return runKeys.stream().map(this::lastAction).filter(Objects::nonNull).toList();
  }

  @Override
  public List<ExternalAction> actions(long runKey, int afterSequence, int limit) {
    return chain(runKey).tailMap(afterSequence, false).values().stream().limit(limit).toList();
  }

  @Override
  public List<Placed<ExternalAction>> actionsBeyond(long runKey, int afterSequence, int limit) {
    return Stream.concat(
            chain(runKey).tailMap(afterSequence, false).values().stream(),
            actions.tailMap(runKey, false).values().stream().flatMap(c -> c.values().stream()))
        .limit(limit)
        .map(MemoryOutgoing::placed)
        .toList();
  }

  @Override
  public @Nullable Settling settling(long gateKey) {
    return actionsBeyond(-1, 0, Integer.MAX_VALUE).stream()
        .map(Placed::told)
        .filter(action -> action.deed().settledGate().equals(OptionalLong.of(gateKey)))
        .map(action -> new Settling(action, Objects.requireNonNull(evidence.get(action.id()))))
        .findFirst()
        .orElse(null);
  }

  @Override
  public List<Placed<Evidence>> evidenceBeyond(long runKey, int afterSequence, int limit) {
    return actionsBeyond(runKey, afterSequence, Integer.MAX_VALUE).stream()
        .filter(action -> evidence.containsKey(action.told().id()))
        .limit(limit)
        .map(
            action ->
                new Placed<>(
                    action.runKey(),
                    action.sequence(),
                    new Evidence(
                        action.told().id(),
                        Objects.requireNonNull(evidence.get(action.told().id())))))
        .toList();
  }

  @Override
  public List<Recorded> records(RecordFilter filter, int limit) {
    return actions.values().stream()
        .flatMap(chain -> chain.values().stream())
        .filter(action -> action.deed().kind() == filter.kind())
        .map(action -> new Recorded(place(action), action, evidence.get(action.id())))
        .filter(one -> one.place() >= filter.fromPlace() && one.place() < filter.belowPlace())
        .filter(one -> isNullOr(filter.target(), one.action().deed().target()))
        .filter(one -> isNullOr(filter.principal(), one.action().deed().principalId()))
        .sorted(Comparator.comparingLong(Recorded::place).reversed())
        .limit(limit)
        .toList();
  }

  private static boolean isNullOr(@Nullable String wanted, String found) {
    return wanted == null || wanted.equals(found);
  }

  private static long place(ExternalAction action) {
    return Ulid.keyOf("act_", action.id()).orElseThrow();
  }

  @Override
  public int countRecords(RecordFilter filter, int most) {
    return records(filter, most).size();
  }

  @Override
  public long countActions() {
    return actions.values().stream().mapToLong(Map::size).sum();
  }

  @Override
  public @Nullable Checkpoint lastCheckpoint() {
    return checkpoints.isEmpty() ? null : checkpoints.lastEntry().getValue();
  }

  private static Placed<ExternalAction> placed(ExternalAction action) {
    return new Placed<>(action.deed().runKey(), action.sequence(), action);
  }

  @Override
  public long lastCheckpointSequence() {
    return checkpoints.isEmpty() ? 0 : checkpoints.lastKey();
  }

  @Override
  public List<Checkpoint> checkpoints(long afterSequence, int limit) {
    return checkpoints.tailMap(afterSequence, false).values().stream().limit(limit).toList();
  }

  @Override
  public List<Placed<Checkpoint>> checkpointsBeyond(long afterSequence, int limit) {
    return checkpoints(afterSequence, limit).stream()
        .map(one -> new Placed<>(0, one.sequence(), one))
        .toList();
  }

  @Override
  public List<Checkpoint> keyCheckpoints() {
    return checkpoints.values().stream().filter(one -> one.key() != null).toList();
  }
}
