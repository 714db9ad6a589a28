package dev.holdpoint.bench;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/** Whether a resolve costs more when more runs are parked. */
final class FlatPart {
  private static final List<Integer> STEPS = List.of(1_000, 10_000, 100_000, 1_000_000);
  private static final int RESOLVES = 3_000;
  private static final int WARM_UPS = 5;
  private static final long SEED = 4747;

  private final Figures figures;
  private final Daemon daemon;
  private final Place place;
  private final Load load;
  private final Random random = new Random(SEED);
  private final Set<Integer> resolved = new HashSet<>();
  private int parked;
  private Figures.Figure firstRate;
  private Figures.Figure firstCpu;

  private FlatPart(Figures figures, Daemon daemon, Place place, Load load) {
    this.figures = figures;
    this.daemon = daemon;
    this.place = place;
    this.load = load;
  }

  static void measure(Figures figures, Daemon daemon, Place place, Options options)
      throws IOException, SQLException, InterruptedException {
    try (Load load = new Load(daemon.port(), options.clients())) {
      FlatPart part = new FlatPart(figures, daemon, place, load);
      part.warmUp();
      figures.part("A resolve with others parked, %d clients".formatted(options.clients()));
      for (int others : steps(options.runs())) {
        part.step(others);
      }
    }
  }

  /** The last one is what was asked for, if it is none of them. */
  private static List<Integer> steps(int runs) {
    List<Integer> steps = new ArrayList<>(STEPS.stream().filter(step -> step < runs).toList());
    steps.add(runs);
    return steps;
  }

  /** Else the first step would look dear for being compiled during it. */
  private void warmUp() throws IOException, InterruptedException {
    for (int i = 0; i < WARM_UPS; i++) {
      resolve(0);
    }
  }

  private void step(int others) throws IOException, SQLException, InterruptedException {
    ResolvePart.Outcome outcome = resolve(others);
    String name = "%,d others parked".formatted(others).replace(',', ' ');
    Figures.Figure rate = figures.add("resumed, " + name, outcome.perSecond(), "/s");
    Figures.Figure cpu = figures.add("daemon CPU, " + name, outcome.cpuMicros(), "µs");
    if (firstRate == null) {
      firstRate = rate;
      firstCpu = cpu;
    } else {
      rate.against(firstRate);
      cpu.against(firstCpu);
    }
    figures.add("ledger, " + name, place.diskBytes(daemon.data()) / (double) (1 << 20), "MiB");
  }

  /** Parks until there are so many besides those that are resolved then, which lie anywhere. */
  private ResolvePart.Outcome resolve(int others) throws IOException, InterruptedException {
    int more = others + RESOLVES - (parked - resolved.size());
    ParkPart.park(daemon, load, parked, parked + more);
    parked += more;
    List<String> sessions =
        IntStream.generate(() -> random.nextInt(parked))
            .filter(resolved::add)
            .limit(RESOLVES)
            .mapToObj(ParkPart::session)
            .toList();
    List<Parked.Gate> gates = Parked.of(daemon, sessions).take(RESOLVES);
    Progress.say("resolving %,d with %,d others parked", RESOLVES, others);
    return ResolvePart.run(daemon, load, gates);
  }
}
