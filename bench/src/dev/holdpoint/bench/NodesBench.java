package dev.holdpoint.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;

/** One ledger with one daemon and with several, side by side, and the bare database beside them. */
final class NodesBench {
  static final double ONE_NODE = 4_000;
  private static final double SHARE_OF_THREE = 0.9;
  private static final int FEW_CLIENTS = 16;
  private static final int MOST_ROUNDS = 8;
  private static final double WARM = 0.1;

  private final Path root;
  private final Options options;
  private final Figures figures = new Figures();
  private Figures.Figure oneNode;

  private NodesBench(Path root, Options options) {
    this.root = root;
    this.options = options;
  }

  static Figures measure(Path root, Options options)
      throws IOException, SQLException, InterruptedException {
    NodesBench bench = new NodesBench(root, options);
    String given = options.databases().getFirst();
    if (given.contains("//")) {
      bench.variant(given, options.nodes().getFirst());
      return bench.figures;
    }
    bench.variant("sqlite", 1);
    for (int nodes : options.nodes()) {
      bench.variant("postgres", nodes);
    }
    return bench.figures;
  }

  private void variant(String database, int count)
      throws IOException, SQLException, InterruptedException {
    String name = "%s, %d %s".formatted(Bench.name(database), count, count == 1 ? "node" : "nodes");
    Progress.say("%s: starting, load %s", name, Proc.loadAverage());
    Path folder = Files.createTempDirectory(options.folder(), "nodes-");
    try (Nodes nodes = Nodes.start(root, folder, database, count)) {
      figures.part(name);
      Figures.Figure floor = database.equals("sqlite") ? null : floors(nodes);
      int each = options.runs() / 3;
      warmUp(name, nodes, each * count);
      Progress.say("%s: parking", name);
      Parked parked = nodes.park(2 * each + HeardPart.GATES, options.clients());
      Progress.say("%s: resolving %,d, load %s", name, each, Proc.loadAverage());
      if (database.equals("sqlite")) {
        resumed(count, nodes.resume(parked.take(each), options.clients()), floor);
      } else {
        try (Calls calls = new Calls(nodes.place())) {
          resumed(count, nodes.resume(parked.take(each), options.clients()), floor);
          figures.add("NOTIFYs a resume", (double) calls.count() / each, "");
        }
      }
      if (count > 1) {
        Progress.say("%s: resolving %,d at the first", name, each);
        atFirst(nodes.resumeAtFirst(parked.take(each), options.clients()));
      }
      Progress.say("%s: resolving calmly", name);
      HeardPart.measure(figures, nodes, parked.take(HeardPart.GATES));
      if (count > 1) {
        Progress.say("%s: killing one", name);
        TakeOverPart.measure(figures, nodes);
      }
    } finally {
      Bench.delete(folder);
    }
  }

  /**
   * Every node compiles for itself, and on a few cores that costs more than the work. It is over
   * after some thousand runs a node, and daemons run for weeks: so what is measured comes after.
   */
  private void warmUp(String name, Nodes nodes, int runs) throws IOException, InterruptedException {
    double share = 1;
    for (int round = 1; round <= MOST_ROUNDS && share > WARM; round++) {
      Progress.say("%s: parking and resolving %,d to warm up", name, runs);
      Nodes.Resumed resumed =
          nodes.resume(nodes.park(runs, options.clients()).take(runs), options.clients());
      share = resumed.compilers() / resumed.nodesCpu();
      Progress.say("%s: %.0f/s, %.0f %% for compiling", name, resumed.perSecond(), share * 100);
    }
  }

  private Figures.Figure floors(Nodes nodes) throws SQLException, InterruptedException {
    Progress.say("one bare statement a transaction");
    figures.add(
        "bare UPDATE by key, %d clients".formatted(FEW_CLIENTS),
        StatementFloor.perSecond(nodes.place(), FEW_CLIENTS),
        "/s");
    Figures.Figure floor =
        figures.add(
            "bare UPDATE by key, %d clients".formatted(options.clients()),
            StatementFloor.perSecond(nodes.place(), options.clients()),
            "/s");
    figures
        .add(
            "the same with a NOTIFY in each",
            StatementFloor.withCalls(nodes.place(), options.clients()),
            "/s")
        .against(floor);
    return floor;
  }

  private void resumed(int count, Nodes.Resumed resumed, Figures.Figure floor) {
    Figures.Figure rate =
        figures.add(
            "resumed to the end, %d clients".formatted(options.clients()),
            resumed.perSecond(),
            "/s");
    if (floor != null && count == 1) {
      oneNode = rate.against(floor).atLeast(ONE_NODE);
    } else if (oneNode != null) {
      rate.against("one node", oneNode.value()).atLeastOfThat(SHARE_OF_THREE);
    }
    figures.add("answer p50", resumed.answers().millis(0.5), "ms");
    figures.add("answer p99", resumed.answers().millis(0.99), "ms");
    figures.add("CPU of all nodes a resume", resumed.nodesCpu() / resumed.count() * 1e6, "µs");
    figures.add("of that for compiling", resumed.compilers() / resumed.count() * 1e6, "µs");
    figures.add("database CPU a resume", resumed.databaseCpu() / resumed.count() * 1e6, "µs");
  }

  /** What it costs that others listen: all clients at one node, as if it were alone. */
  private void atFirst(Nodes.Resumed resumed) {
    Figures.Figure rate =
        figures.add("resumed with all clients at one node", resumed.perSecond(), "/s");
    if (oneNode != null) {
      rate.against("one node", oneNode.value());
    }
    figures.add(
        "CPU of all nodes a resume, all at one", resumed.nodesCpu() / resumed.count() * 1e6, "µs");
    figures.add(
        "database CPU a resume, all at one", resumed.databaseCpu() / resumed.count() * 1e6, "µs");
  }
}
