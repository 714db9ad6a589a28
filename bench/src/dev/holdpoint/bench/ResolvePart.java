package dev.holdpoint.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Resolves parked runs as fast as the clients can, and waits until the last has gone on. */
final class ResolvePart {
  private static final long SEED = 4747;

  private ResolvePart() {}

  static void measure(Figures figures, Daemon daemon, Parked parked, Floors floors, Options options)
      throws IOException, InterruptedException {
    int reserved = LatencyPart.PER_SECOND * options.latencySeconds();
    int each = (parked.left() - reserved) * 2 / 5;
    int warmUp = parked.left() - reserved - 2 * each;
    try (Load load = new Load(daemon.port(), options.clients())) {
      Progress.say("resolving %,d to warm up", warmUp);
      run(daemon, load, parked.take(warmUp));
      Progress.say("resolving %,d in order", each);
      report(figures, "in order", run(daemon, load, parked.take(each)), floors, options);
      Progress.say("resolving %,d in random order", each);
      List<Parked.Gate> shuffled = new ArrayList<>(parked.take(each));
      Collections.shuffle(shuffled, new Random(SEED));
      report(figures, "in random order", run(daemon, load, shuffled), floors, options);
    }
  }

  /**
   * @param resumedSeconds from the first request until every run has completed
   */
  private record Outcome(
      Load.Outcome load, double resumedSeconds, double daemonCpu, double databaseCpu) {}

  private static Outcome run(Daemon daemon, Load load, List<Parked.Gate> gates)
      throws InterruptedException {
    List<byte[]> requests = gates.stream().map(daemon.requests()::allow).toList();
    long completed = daemon.runs("completed");
    double cpu = daemon.cpuSeconds();
    double below = Proc.cpuSecondsBelow(ProcessHandle.current());
    long began = System.nanoTime();
    Load.Outcome outcome = load.run(requests.iterator(), 202);
    ParkPart.awaitRest(daemon);
    double seconds = (System.nanoTime() - began) / 1e9;
    double daemonCpu = daemon.cpuSeconds() - cpu;
    double databaseCpu = Proc.cpuSecondsBelow(ProcessHandle.current()) - below - daemonCpu;
    ParkPart.check(daemon, "completed", completed + gates.size());
    return new Outcome(outcome, seconds, daemonCpu, Math.max(0, databaseCpu));
  }

  private static void report(
      Figures figures, String order, Outcome outcome, Floors floors, Options options) {
    int count = outcome.load.count();
    figures.part("Resolving %d %s, %d clients".formatted(count, order, options.clients()));
    figures
        .add("resolved, acknowledged", outcome.load.perSecond(), "/s")
        .against(floors.bareHttp());
    figures
        .add("resolved and resumed to the end", count / outcome.resumedSeconds, "/s")
        .against(floors.batchedInserts())
        .atLeast(4_000);
    figures.add("answer p50", outcome.load.latencies().millis(0.5), "ms");
    figures.add("answer p99", outcome.load.latencies().millis(0.99), "ms");
    figures
        .add("daemon CPU a resolve", outcome.daemonCpu / count * 1e6, "µs")
        .against(floors.bareHttpCpu());
    figures.add("database CPU a resolve", outcome.databaseCpu / count * 1e6, "µs");
    figures.add("driver CPU a resolve", outcome.load.driverCpuSeconds() / count * 1e6, "µs");
  }
}
