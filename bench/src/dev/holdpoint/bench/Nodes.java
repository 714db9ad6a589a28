package dev.holdpoint.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Daemons that share one ledger, and the clients spread over them. */
final class Nodes implements AutoCloseable {
  private final Place place;
  private final List<Daemon> all = new ArrayList<>();
  private int parked;

  /**
   * @param seconds from the first request until every run has completed
   * @param nodesCpu what the daemons spent together, in seconds
   * @param compilers what of that went into compiling
   * @param databaseCpu what the database's processes spent
   */
  record Resumed(
      int count,
      double seconds,
      double nodesCpu,
      double compilers,
      double databaseCpu,
      Latencies answers) {
    double perSecond() {
      return count / seconds;
    }
  }

  private Nodes(Place place) {
    this.place = place;
  }

  static Nodes start(Path root, Path folder, String database, int count) throws IOException {
    Nodes nodes = new Nodes(Place.of(database, folder));
    try {
      Path first = Files.createDirectory(folder.resolve("node-1"));
      nodes.all.add(Daemon.start(root.resolve("bin/holdpoint"), first, nodes.place.arguments()));
      for (int i = 2; i <= count; i++) {
        nodes.all.add(nodes.first().another(Files.createDirectory(folder.resolve("node-" + i))));
      }
      return nodes;
    } catch (IOException | RuntimeException e) {
      nodes.close();
      throw e;
    }
  }

  Place place() {
    return place;
  }

  Daemon first() {
    return all.getFirst();
  }

  Daemon last() {
    return all.getLast();
  }

  int count() {
    return all.size();
  }

  private List<Integer> ports() {
    return all.stream().map(Daemon::port).toList();
  }

  private double cpuSeconds() {
    return all.stream().mapToDouble(Daemon::cpuSeconds).sum();
  }

  private double compilerSeconds() {
    return all.stream().mapToDouble(Daemon::compilerSeconds).sum();
  }

  /** Parks runs, one to a session, over all nodes. */
  Parked park(int runs, int clients) throws IOException, InterruptedException {
    Requests requests = first().requests();
    int from = parked;
    parked += runs;
    try (Load load = new Load(ports(), clients)) {
      load.run(
          IntStream.range(from, parked).mapToObj(i -> requests.newSession("bench-" + i)).iterator(),
          201);
      load.run(
          IntStream.range(from, parked).mapToObj(i -> requests.newRun("bench-" + i)).iterator(),
          202);
    }
    ParkPart.awaitRest(first());
    return Parked.read(first());
  }

  /** Resolves over all nodes. */
  Resumed resume(List<Parked.Gate> gates, int clients) throws IOException, InterruptedException {
    return resume(ports(), gates, clients);
  }

  /** Resolves at the first node; the others only hear of it. */
  Resumed resumeAtFirst(List<Parked.Gate> gates, int clients)
      throws IOException, InterruptedException {
    return resume(List.of(first().port()), gates, clients);
  }

  private Resumed resume(List<Integer> ports, List<Parked.Gate> gates, int clients)
      throws IOException, InterruptedException {
    List<byte[]> requests = gates.stream().map(first().requests()::allow).toList();
    long completed = first().runs("completed");
    double cpu = cpuSeconds();
    double compilers = compilerSeconds();
    double below = Proc.cpuSecondsBelow(ProcessHandle.current());
    long began = System.nanoTime();
    Load.Outcome outcome;
    try (Load load = new Load(ports, clients)) {
      outcome = load.run(requests.iterator(), 202);
    }
    ParkPart.awaitRest(first());
    double seconds = (System.nanoTime() - began) / 1e9;
    double nodesCpu = cpuSeconds() - cpu;
    double compiled = compilerSeconds() - compilers;
    double rest = Proc.cpuSecondsBelow(ProcessHandle.current()) - below - nodesCpu;
    ParkPart.check(first(), "completed", completed + gates.size());
    return new Resumed(
        gates.size(), seconds, nodesCpu, compiled, Math.max(0, rest), outcome.latencies());
  }

  @Override
  public void close() {
    all.forEach(Daemon::close);
    place.close();
  }
}
