package dev.holdpoint.bench;

import java.io.IOException;
import java.sql.SQLException;
import java.util.stream.IntStream;

/** Parks runs, one to a session, and measures what it takes and what they then cost. */
final class ParkPart {
  private static final long LOOK_EVERY_MS = 10;
  private static final long SETTLED_WITHIN_NANOS = 120_000_000_000L;

  private ParkPart() {}

  static Parked measure(
      Figures figures, Daemon daemon, Place place, Floors floors, Options options, boolean held)
      throws IOException, SQLException, InterruptedException {
    int runs = options.runs();
    long heapBefore = held ? daemon.liveHeapBytes() : 0;
    long residentBefore = daemon.residentBytes();
    long diskBefore = place.diskBytes(daemon.data());
    Requests requests = daemon.requests();
    double sessionsPerSecond;
    double parkedPerSecond;
    double cpu;
    try (Load load = new Load(daemon.port(), options.clients())) {
      Progress.say("making %,d sessions", runs);
      sessionsPerSecond =
          load.run(
                  IntStream.range(0, runs)
                      .mapToObj(i -> requests.newSession("bench-" + i))
                      .iterator(),
                  201)
              .perSecond();
      Progress.say("parking %,d runs", runs);
      double cpuBefore = daemon.cpuSeconds();
      long began = System.nanoTime();
      load.run(
          IntStream.range(0, runs).mapToObj(i -> requests.newRun("bench-" + i)).iterator(), 202);
      await(daemon, "waiting_for_approval", runs);
      parkedPerSecond = runs / ((System.nanoTime() - began) / 1e9);
      cpu = daemon.cpuSeconds() - cpuBefore;
    }
    figures.part("Parking %,d runs".formatted(runs).replace(',', ' '));
    figures.add("sessions made", sessionsPerSecond, "/s").against(floors.bareHttp());
    figures.add("runs submitted and parked", parkedPerSecond, "/s").against(floors.bareHttp());
    figures.add("daemon CPU a parked run", cpu / runs * 1e6, "µs").against(floors.bareHttpCpu());
    figures.add(
        "disk a parked run, with its session",
        (double) (place.diskBytes(daemon.data()) - diskBefore) / runs,
        "B");
    if (held) {
      held(figures, daemon, runs, heapBefore, residentBefore);
    }
    Progress.say("reading what is parked");
    return Parked.read(daemon);
  }

  private static void held(
      Figures figures, Daemon daemon, int runs, long heapBefore, long residentBefore)
      throws IOException, InterruptedException {
    Progress.say("measuring what parked runs cost");
    double heap = daemon.liveHeapBytes() - heapBefore;
    double resident = daemon.residentBytes() - residentBefore;
    Thread.sleep(2_000);
    double cpu = daemon.cpuSeconds();
    Thread.sleep(10_000);
    double idle = daemon.cpuSeconds() - cpu;
    double emptyStart = daemon.startedInSeconds();
    Progress.say("killing the daemon");
    double restart = daemon.killAndRestart();
    if (daemon.runs("waiting_for_approval") != runs) {
      throw new IllegalStateException("parked runs were lost");
    }
    figures.part("Holding %,d parked runs".formatted(runs).replace(',', ' '));
    figures.add("heap growth", heap / (1 << 20), "MiB").atMost(64);
    figures.add("heap growth a parked run", heap / runs, "B");
    figures.add("resident growth", resident / (1 << 20), "MiB");
    figures.add("resident growth a parked run", resident / runs, "B");
    figures.add("idle CPU, 10 s", idle / 10 * 100, "%").atMost(0.5);
    figures
        .add("ready after kill -9", restart, "s")
        .against("the first, empty start", emptyStart)
        .atMost(2);
  }

  /** Waits until this many runs have the status. */
  static void await(Daemon daemon, String status, long count) throws InterruptedException {
    long end = System.nanoTime() + SETTLED_WITHIN_NANOS;
    while (daemon.runs(status) < count) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException(
            daemon.runs(status) + " of " + count + " runs are " + status);
      }
      Thread.sleep(LOOK_EVERY_MS);
    }
  }
}
