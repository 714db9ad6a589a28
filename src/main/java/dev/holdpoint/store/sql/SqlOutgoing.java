package dev.holdpoint.store.sql;

import dev.holdpoint.core.audit.Checkpoint;
import dev.holdpoint.core.audit.ExternalAction;
import dev.holdpoint.core.delivery.Delivery;
import dev.holdpoint.core.delivery.DeliveryStatus;
import dev.holdpoint.engine.port.store.AuditQueries;
import dev.holdpoint.engine.port.store.DeliveryQueries;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What leaves the daemon, and the proof of it. */
abstract class SqlOutgoing implements DeliveryQueries, AuditQueries {
  final Tables tables;

  SqlOutgoing(Tables tables) {
    this.tables = tables;
  }

  @Override
  public @Nullable Delivery delivery(long key) {
    return tables.deliveries.byKey(key);
  }

  @Override
  public List<Delivery> deliveries(DeliveryFilter filter, long belowKey, int limit) {
    return tables.deliveries.below(filter, belowKey, limit);
  }

  @Override
  public List<Delivery> deliveriesOf(Collection<Long> runKeys, int limit) {
    return tables.deliveries.ofRuns(runKeys, limit);
  }

  @Override
  public Set<Long> runsWithOpenDeliveries(Collection<Long> runKeys) {
    return tables.deliveries.runsWithOpen(runKeys);
  }

  @Override
  public long countDeliveries(DeliveryFilter filter) {
    return tables.deliveries.count(filter);
  }

  @Override
  public Map<DeliveryStatus, Long> countDeliveriesByStatus() {
    return tables.deliveries.countByStatus();
  }

  @Override
  public long countUnresolvedDeliveries() {
    return tables.deliveries.countUnresolved();
  }

  @Override
  public List<Delivery> openDeliveries(String lane, long aboveKey, int limit) {
    return tables.deliveries.open(lane, aboveKey, limit);
  }

  @Override
  public int countOpenDeliveries(String lane, int most) {
    return tables.deliveries.countOpen(lane, most);
  }

  @Override
  public @Nullable Delivery lastTriedDelivery(String lane) {
    return tables.deliveries.lastTried(lane);
  }

  @Override
  public List<Delivery> dueDeliveries(long nowMs, int limit) {
    return tables.deliveries.due(nowMs, limit);
  }

  @Override
  public @Nullable Long nextDueDelivery() {
    return tables.deliveries.nextDue();
  }

  @Override
  public List<Delivery> sendingDeliveries(long aboveKey, int limit) {
    return tables.deliveries.sending(aboveKey, limit);
  }

  @Override
  public @Nullable Delivery lastReplay(long key) {
    return tables.deliveries.lastReplay(key);
  }

  @Override
  public @Nullable ExternalAction lastAction(long runKey) {
    return tables.audit.last(runKey);
  }

  @Override
  public List<ExternalAction> lastActions(Collection<Long> runKeys) {
    return tables.audit.last(runKeys);
  }

  @Override
  public @Nullable Settling settling(long gateKey) {
    return tables.audit.settling(gateKey);
  }

  @Override
  public List<ExternalAction> actions(long runKey, int afterSequence, int limit) {
    return tables.audit.of(runKey, afterSequence, limit);
  }

  @Override
  public List<Placed<ExternalAction>> actionsBeyond(long runKey, int afterSequence, int limit) {
    return tables.audit.beyond(runKey, afterSequence, limit);
  }

  @Override
  public List<Placed<Evidence>> evidenceBeyond(long runKey, int afterSequence, int limit) {
    return tables.audit.evidenceBeyond(runKey, afterSequence, limit);
  }

  @Override
  public List<Recorded> records(RecordFilter filter, int limit) {
    return tables.audit.records(filter, limit);
  }

  @Override
  public int countRecords(RecordFilter filter, int most) {
    return tables.audit.count(filter, most);
  }

  @Override
  public long countActions() {
    return tables.audit.countAll();
  }

  @Override
  public @Nullable Checkpoint lastCheckpoint() {
    return tables.audit.lastCheckpoint();
  }

  @Override
  public long lastCheckpointSequence() {
    return tables.audit.lastCheckpointSequence();
  }

  @Override
  public List<Checkpoint> checkpoints(long afterSequence, int limit) {
    return tables.audit.checkpoints(afterSequence, limit);
  }

  @Override
  public List<Placed<Checkpoint>> checkpointsBeyond(long afterSequence, int limit) {
    return tables.audit.checkpointsBeyond(afterSequence, limit);
  }

  @Override
  public List<Checkpoint> keyCheckpoints() {
    return tables.audit.ofKeys();
  }
}
