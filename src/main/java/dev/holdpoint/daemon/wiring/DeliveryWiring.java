package dev.holdpoint.daemon.wiring;

import dev.holdpoint.core.delivery.RetryPolicy;
import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.delivery.Deliveries;
import dev.holdpoint.engine.delivery.DeliveryWorkers;
import dev.holdpoint.engine.delivery.NotificationPolicy;
import dev.holdpoint.engine.delivery.Notifications;
import dev.holdpoint.engine.delivery.OutboundPolicy;
import dev.holdpoint.engine.gate.StageMoments;
import dev.holdpoint.engine.run.Slots;
import dev.holdpoint.engine.timer.DueWork;
import dev.holdpoint.engine.triage.GateTimer;
import dev.holdpoint.engine.triage.TriageTimes;
import dev.holdpoint.engine.triage.Triages;
import dev.holdpoint.http.v1.NativeSurface;
import dev.holdpoint.outbound.Connectors;
import java.net.URI;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** The couriers, the ways they take, and the rules that they keep. */
public final class DeliveryWiring implements AutoCloseable {
  private static final int COURIERS = 64;

  private final Connectors outlets;
  private final DeliveryWorkers couriers;
  private final WitnessWiring witness;

  public DeliveryWiring(LedgerParts ledger, InstantSource clock, Deliveries deliveries) {
    Engine engine = ledger.engine();
    this.outlets = new Connectors(ledger.ways(), clock);
    this.witness = ledger.witness();
    this.couriers =
        new DeliveryWorkers(
            engine,
            deliveries,
            outlets,
            Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("courier-", 0).factory()),
            COURIERS);
    engine.onCommit(couriers);
  }

  /**
   * @param address where the daemon listens, for links where no public URL is configured
   */
  public static OutboundPolicy rules(Config config, Supplier<String> address) {
    Config.Delivering how = config.delivering();
    return OutboundPolicy.of(
            new RetryPolicy(how.maxAttempts(), how.firstMs(), how.longestMs()), how.perTarget())
        .telling(
            new NotificationPolicy(
                config.expiringSoonMs(),
                config.triage().unseenAfterMs(),
                () -> publicUrl(config, address)));
  }

  /** Sets the moments of what waits after policies or groups have changed. */
  public static DueWork sweep(Commits commits) {
    return StageMoments.sweep(commits);
  }

  /** What people do about gates, what happens to them by itself, and who is told of what. */
  public static NativeSurface.Notices notices(Config config, Slots slots, LedgerParts ledger) {
    return new NativeSurface.Notices(
        new Notifications(ledger.writer()),
        new Triages(
            ledger.writer(),
            slots,
            ledger.outbound(),
            new TriageTimes(config.triage().claimMs(), config.triage().assignMs())),
        new GateTimer(ledger.writer(), ledger.outbound(), StageMoments.opening(slots)));
  }

  private static String publicUrl(Config config, Supplier<String> address) {
    String url = config.publicUrl().map(URI::toString).orElseGet(address);
    return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
  }

  public void start() {
    couriers.start();
    witness.start(outlets);
  }

  /** Another node may have left something that is due. */
  public void lookAgain() {
    couriers.unknown();
  }

  /** Waits for those who are away, but no longer than this. */
  public void drain(long ms) throws InterruptedException {
    couriers.drain(ms);
  }

  @Override
  public void close() {
    couriers.close();
    // All that this daemon commits is in, and the ways out are still there.
    witness.close();
    outlets.close();
  }
}
