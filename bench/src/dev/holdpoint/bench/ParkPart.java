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
      awaitRest(daemon);
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
    check(daemon, "waiting_for_approval", runs);
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

  /**
   * Waits until all that was submitted or resolved has parked or ended. It asks for one run that
   * has not: counting them all would be work for the database that is being measured.
   */
  static void awaitRest(Daemon daemon) throws InterruptedException {
    long end = System.nanoTime() + SETTLED_WITHIN_NANOS;
    while (daemon.hasRuns("running") || daemon.hasRuns("queued")) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException(daemon.runs("running") + " runs do not come to rest");
      }
      Thread.sleep(LOOK_EVERY_MS);
    }
  }

  static void check(Daemon daemon, String status, long count) {
    long found = daemon.runs(status);
    if (found != count) {
      throw new IllegalStateException(found + " of " + count + " runs are " + status);
    }
  }
}
