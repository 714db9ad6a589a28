package dev.holdpoint.daemon;

import dev.holdpoint.core.delivery.RetryPolicy;
import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.delivery.Couriers;
import dev.holdpoint.engine.delivery.Deliveries;
import dev.holdpoint.engine.delivery.NoticeRules;
import dev.holdpoint.engine.delivery.OutboundRules;
import dev.holdpoint.outbound.Outlets;
import java.net.URI;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** The couriers, the ways they take, and the rules that they keep. */
final class PostOffice implements AutoCloseable {
  private static final int COURIERS = 64;

  private final Outlets outlets;
  private final Couriers couriers;

  PostOffice(Outlets.Settings ways, InstantSource clock, Engine engine, Deliveries deliveries) {
    this.outlets = new Outlets(ways, clock);
    this.couriers =
        new Couriers(
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
  static OutboundRules rules(Config config, Supplier<String> address) {
    Config.Delivering how = config.delivering();
    return OutboundRules.of(
            new RetryPolicy(how.maxAttempts(), how.firstMs(), how.longestMs()), how.perTarget())
        .telling(new NoticeRules(config.expiringSoonMs(), () -> publicUrl(config, address)));
  }

  private static String publicUrl(Config config, Supplier<String> address) {
    String url = config.publicUrl().map(URI::toString).orElseGet(address);
    return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
  }

  void start() {
    couriers.start();
  }

  /** Another node may have left something that is due. */
  void lookAgain() {
    couriers.unknown();
  }

  /** Waits for those who are away, but no longer than this. */
  void drain(long ms) throws InterruptedException {
    couriers.drain(ms);
  }

  @Override
  public void close() {
    couriers.close();
    outlets.close();
  }
}
