package dev.holdpoint.bench;

/** The first start of a daemon, and what it holds while nothing is asked of it. */
final class StartPart {
  private static final long SETTLE_MS = 3_000;

  private StartPart() {}

  static void measure(Figures figures, Daemon daemon) throws InterruptedException {
    double ready = daemon.startedInSeconds();
    Thread.sleep(SETTLE_MS);
    figures.part("The first start, with nothing in the ledger");
    figures.add("ready after start", ready, "s").atMost(1.0);
    figures.add("resident memory, idle after start", daemon.residentMiB(), "MiB").atMost(160);
  }
}
