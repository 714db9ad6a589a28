package dev.holdpoint.daemon.wiring;

import dev.holdpoint.core.delivery.RetryPolicy;
import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.delivery.Deliveries;
import dev.holdpoint.engine.delivery.DeliveryWorkers;
import dev.holdpoint.engine.delivery.NotificationPolicy;
import dev.holdpoint.engine.delivery.OutboundPolicy;
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

  public DeliveryWiring(
      Connectors.Settings ways, InstantSource clock, Engine engine, Deliveries deliveries) {
    this.outlets = new Connectors(ways, clock);
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
        .telling(new NotificationPolicy(config.expiringSoonMs(), () -> publicUrl(config, address)));
  }

  private static String publicUrl(Config config, Supplier<String> address) {
    String url = config.publicUrl().map(URI::toString).orElseGet(address);
    return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
  }

  public void start() {
    couriers.start();
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
    outlets.close();
  }
}
