package dev.holdpoint.daemon.wiring;

import dev.holdpoint.daemon.backup.Restore;
import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.start.DataFolder;
import dev.holdpoint.daemon.start.SigningKey;
import dev.holdpoint.daemon.start.StartRefused;
import dev.holdpoint.daemon.start.TimeOrderedIds;
import dev.holdpoint.engine.Consequences;
import dev.holdpoint.engine.audit.AuditKeys;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.Writer;
import dev.holdpoint.engine.delivery.OutboundPolicy;
import dev.holdpoint.engine.gate.Clarifications;
import dev.holdpoint.engine.port.failure.StoreBroken;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.engine.run.Slots;
import dev.holdpoint.engine.run.Workers;
import dev.holdpoint.engine.timer.DueWork;
import dev.holdpoint.http.v1.NativeSurface;
import dev.holdpoint.outbound.Connectors;
import dev.holdpoint.store.Stores;
import dev.holdpoint.vault.AuditKeyFile;
import dev.holdpoint.vault.VaultKeySource;
import java.io.IOException;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The ledger as a start opens it: its store, this node's place among others, writer and keys. */
public record LedgerParts(
    Store store,
    ClusterWiring nodes,
    TimeOrderedIds ids,
    OutboundPolicy outbound,
    Engine engine,
    Writer writer,
    AuditKeys auditKeys,
    PermitWiring permits,
    WitnessWiring witness,
    VaultKeySource vaultKey,
    VaultWiring safekeeping,
    Connectors.Settings ways) {
  /** What every start has. */
  public record Given(Config config, DataFolder folder, String version, InstantSource clock) {}

  /** Before anything listens: a folder that is not this daemon's refuses the start at once. */
  public static void prepare(Config config, DataFolder folder) throws StartRefused, IOException {
    WitnessWiring.prepare(config);
    Stores.prepare(database(config), folder.path());
  }

  /**
   * @param die ends the process when the store can no longer be trusted
   */
  public static LedgerParts open(
      Given given,
      Connectors.Settings connectors,
      Supplier<String> address,
      IntSupplier streams,
      Consumer<StoreBroken> die,
      Start start)
      throws StartRefused, IOException {
    Config config = given.config;
    start.step("opening the ledger");
    Store store = Stores.open(database(config), given.folder.path());
    start.step("joining the nodes of the ledger");
    ClusterWiring nodes =
        ClusterWiring.join(
            config, given.folder, store, given.clock, given.version, address, streams, start);
    start.step("looking at keys");
    AuditKeyFile auditKey = SigningKey.open(config.auditKeyFile(), store);
    VaultKeySource vaultKey = VaultWiring.key(config, store);
    TimeOrderedIds ids = new TimeOrderedIds(given.clock, store.read(Queries::lastKey));
    OutboundPolicy outbound = DeliveryWiring.rules(config, address);
    Engine engine =
        new Engine(store, given.clock, ids, die, Consequences.parts(outbound, auditKey.key()));
    Restore.tell(store.read(Queries::leaps));
    Writer writer = new Writer(engine).start();
    AuditKeys auditKeys = SigningKey.begin(auditKey, writer, store);
    auditKeys
        .acts()
        .started(
            StartRecord.of(config, given.version, nodes.membership().name()),
            store.read(Queries::leaps).all());
    VaultWiring safekeeping =
        VaultWiring.begin(
            config, vaultKey, auditKey, new VaultWiring.Ledger(store, writer, engine));
    Connectors.Settings ways =
        Connections.amongNodes(connectors, safekeeping.secrets(), store, given.folder.path());
    return new LedgerParts(
        store,
        nodes,
        ids,
        outbound,
        engine,
        writer,
        auditKeys,
        PermitWiring.of(config, writer, engine, auditKeys),
        WitnessWiring.of(config, writer, engine, auditKeys),
        vaultKey,
        safekeeping,
        ways);
  }

  /** Slots whose runs have what follows from their next version done with it. */
  public Slots slots(Workers workers) {
    return Clarifications.slots(workers, permits.questions());
  }

  /** What proves what was decided. */
  public NativeSurface.Proof proof() {
    return new NativeSurface.Proof(auditKeys, permits.permits(), permits.answered());
  }

  /** All that time does, with what the ledger's own parts have to do. */
  public List<DueWork> due(DueWork... others) {
    return Stream.concat(Stream.of(others), Stream.of(permits.timer())).toList();
  }

  private static @Nullable String database(Config config) {
    return config.database().map(URI::toString).orElse(null);
  }
}
