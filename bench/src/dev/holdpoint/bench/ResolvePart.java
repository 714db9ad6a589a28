package dev.holdpoint.bench;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Random;

/** Resolves parked runs as fast as the clients can, and waits until the last has gone on. */
final class ResolvePart {
  private static final long SEED = 4747;
  private static final Bounds IN_ORDER = new Bounds(0.45, 190);
  private static final Bounds RANDOM = new Bounds(0.35, 240);

  private ResolvePart() {}

  /** Gives how many a second were resolved and resumed in order. */
  static double measure(
      Figures figures, Daemon daemon, Disk disk, Parked parked, Floors floors, Options options)
      throws IOException, SQLException, InterruptedException {
    int reserved = LatencyPart.PER_SECOND * options.latencySeconds();
    int each = (parked.left() - reserved) * 2 / 5;
    int warmUp = parked.left() - reserved - 2 * each;
    try (Load load = new Load(daemon.port(), options.clients())) {
      Progress.say("resolving %,d to warm up", warmUp);
      run(daemon, load, parked.take(warmUp));
      Progress.say("resolving %,d in order", each);
      List<Parked.Gate> oldest = parked.take(each);
      Outcome inOrder = disk.whileResolving(figures, each, () -> run(daemon, load, oldest));
      report(figures, "in order", inOrder, IN_ORDER, floors, options, disk.isSqlite());
      Progress.say("resolving %,d in random order", each);
      List<Parked.Gate> shuffled = new ArrayList<>(parked.take(each));
      Collections.shuffle(shuffled, new Random(SEED));
      Outcome random = run(daemon, load, shuffled);
      report(figures, "in random order", random, RANDOM, floors, options, disk.isSqlite());
      figures.part("After parking and resolving");
      figures.add("resident memory after resolving", daemon.residentMiB(), "MiB").atMost(450);
      disk.finished(figures, options.runs() - parked.left(), parked.left());
      return inOrder.perSecond();
    }
  }

  /**
   * What SQLite should reach.
   *
   * @param share of the rate of bare HTTP
   * @param micros of the daemon's processor time for each
   */
  private record Bounds(double share, double micros) {}

  /**
   * @param resumedSeconds from the first request until every run has completed
   */
  record Outcome(Load.Outcome load, double resumedSeconds, double daemonCpu, double databaseCpu) {
    double perSecond() {
      return load.count() / resumedSeconds;
    }

    double cpuMicros() {
      return daemonCpu / load.count() * 1e6;
    }
  }

  static Outcome run(Daemon daemon, Load load, List<Parked.Gate> gates)
      throws InterruptedException {
    List<byte[]> requests = gates.stream().map(daemon.requests()::allow).toList();
    return run(daemon, load, requests.iterator(), daemon.runs("completed"));
  }

  /**
   * @param requests one for each run that is parked
   * @param completed how many have completed before
   */
  static Outcome run(Daemon daemon, Load load, Iterator<byte[]> requests, long completed)
      throws InterruptedException {
    double cpu = daemon.cpuSeconds();
    double below = Proc.cpuSecondsBelow(ProcessHandle.current());
    long began = System.nanoTime();
    Load.Outcome outcome = load.run(requests, 202);
    ParkPart.awaitRest(daemon);
    double seconds = (System.nanoTime() - began) / 1e9;
    double daemonCpu = daemon.cpuSeconds() - cpu;
    double databaseCpu = Proc.cpuSecondsBelow(ProcessHandle.current()) - below - daemonCpu;
    ParkPart.check(daemon, "completed", completed + outcome.count());
    return new Outcome(outcome, seconds, daemonCpu, Math.max(0, databaseCpu));
  }

  private static void report(
      Figures figures,
      String order,
      Outcome outcome,
      Bounds bounds,
      Floors floors,
      Options options,
      boolean sqlite) {
    int count = outcome.load.count();
    figures.part("Resolving %d %s, %d clients".formatted(count, order, options.clients()));
    figures
        .add("resolved, acknowledged", outcome.load.perSecond(), "/s")
        .against(floors.bareHttp());
    Figures.Figure rate =
        figures
            .add("resolved and resumed to the end", outcome.perSecond(), "/s")
            .against(floors.bareHttp());
    figures.add("answer p50", outcome.load.latencies().millis(0.5), "ms");
    figures.add("answer p99", outcome.load.latencies().millis(0.99), "ms");
    Figures.Figure cpu =
        figures
            .add("daemon CPU a resolve", outcome.cpuMicros(), "µs")
            .against(floors.bareHttpCpu());
    if (sqlite) {
      rate.atLeastOfThat(bounds.share);
      cpu.atMost(bounds.micros);
    } else {
      rate.atLeast(NodesBench.ONE_NODE);
    }
    figures.add("database CPU a resolve", outcome.databaseCpu / count * 1e6, "µs");
    figures.add("driver CPU a resolve", outcome.load.driverCpuSeconds() / count * 1e6, "µs");
  }
}
