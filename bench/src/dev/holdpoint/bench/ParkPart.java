package dev.holdpoint.bench;

import java.io.IOException;
import java.sql.SQLException;
import java.util.stream.IntStream;

/** Parks runs, one to a session, and measures what it takes and what they then cost. */
final class ParkPart {
  private static final long LOOK_EVERY_MS = 10;
  private static final long LOOK_CLOSELY_MS = 1;
  private static final long SETTLED_WITHIN_NANOS = 120_000_000_000L;

  private ParkPart() {}

  static Parked measure(
      Figures figures, Daemon daemon, Disk disk, Floors floors, Options options, boolean held)
      throws IOException, SQLException, InterruptedException {
    int runs = options.runs();
    long heapBefore = held ? daemon.liveHeapBytes() : 0;
    long residentBefore = daemon.residentBytes();
    double sessionsPerSecond;
    double parkedPerSecond;
    double cpu;
    try (Load load = new Load(daemon.port(), options.clients())) {
      sessionsPerSecond = makeSessions(daemon, load, 0, runs).perSecond();
      double cpuBefore = daemon.cpuSeconds();
      long began = System.nanoTime();
      disk.whileParking(runs, () -> submit(daemon, load, 0, runs));
      parkedPerSecond = runs / ((System.nanoTime() - began) / 1e9);
      cpu = daemon.cpuSeconds() - cpuBefore;
    }
    figures.part("Parking %,d runs".formatted(runs).replace(',', ' '));
    figures.add("sessions made", sessionsPerSecond, "/s").against(floors.bareHttp());
    figures
        .add("runs submitted and parked", parkedPerSecond, "/s")
        .against(floors.bareHttp())
        .atLeastOfThat(0.3);
    figures
        .add("daemon CPU a parked run", cpu / runs * 1e6, "µs")
        .against(floors.bareHttpCpu())
        .atMost(380);
    disk.parked(figures, runs);
    figures.add("resident memory after parking", daemon.residentMiB(), "MiB").atMost(450);
    if (held) {
      held(figures, daemon, runs, heapBefore, residentBefore);
    }
    Progress.say("reading what is parked");
    return Parked.read(daemon);
  }

  /** Parks runs with these numbers, one to a session, and waits until all of them are at rest. */
  static void park(Daemon daemon, Load load, int from, int to) throws InterruptedException {
    makeSessions(daemon, load, from, to);
    submit(daemon, load, from, to);
  }

  private static Load.Outcome makeSessions(Daemon daemon, Load load, int from, int to) {
    return load.run(
        Progress.counted(
            "sessions made",
            to - from,
            IntStream.range(from, to).mapToObj(i -> daemon.requests().newSession(session(i)))),
        201);
  }

  private static Load.Outcome submit(Daemon daemon, Load load, int from, int to)
      throws InterruptedException {
    Load.Outcome outcome =
        load.run(
            Progress.counted(
                "runs submitted",
                to - from,
                IntStream.range(from, to).mapToObj(i -> daemon.requests().newRun(session(i)))),
            202);
    awaitRest(daemon);
    return outcome;
  }

  /** The session of the run with this number. */
  static String session(int number) {
    return "bench-" + number;
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
    Parked.Gate gate = Parked.of(daemon, session(0));
    Progress.say("killing the daemon");
    long killed = System.nanoTime();
    double restart = daemon.killAndRestart();
    double resumed = resume(daemon, gate) - killed;
    check(daemon, "waiting_for_approval", runs - 1);
    figures.part("Holding %,d parked runs".formatted(runs).replace(',', ' '));
    figures.add("heap growth", heap / (1 << 20), "MiB").atMost(64);
    figures.add("heap growth a parked run", heap / runs, "B");
    figures.add("resident growth", resident / (1 << 20), "MiB");
    figures.add("resident growth a parked run", resident / runs, "B");
    figures.add("idle CPU, 10 s", idle / 10 * 100, "%").atMost(0.5);
    figures
        .add("ready after kill -9", restart, "s")
        .against("the first, empty start", emptyStart)
        .atMost(1.5);
    figures.add("kill -9 to the first run resumed", resumed / 1e9, "s").atMost(2);
  }

  /** Resolves one, and gives the moment when it was seen to have completed. */
  private static long resume(Daemon daemon, Parked.Gate gate)
      throws IOException, InterruptedException {
    try (HttpConnection connection = new HttpConnection(daemon.port())) {
      HttpConnection.Answer answer = connection.send(daemon.requests().allow(gate));
      byte[] look = daemon.requests().get("/v1/runs/" + gate.runId());
      long end = System.nanoTime() + SETTLED_WITHIN_NANOS;
      while (!answer.body().contains("\"status\":\"completed\"")) {
        if (answer.status() >= 300 || System.nanoTime() > end) {
          throw new IllegalStateException("a run was not resumed: " + answer.body());
        }
        Thread.sleep(LOOK_CLOSELY_MS);
        answer = connection.send(look);
      }
      return answer.atNanos();
    }
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
