package dev.holdpoint.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** What a daemon does in its first seconds, when nothing of it is compiled or in a cache. */
final class ColdPart {
  private static final int SECONDS = 10;

  private ColdPart() {}

  /**
   * @param warm what it resolved and resumed a second before
   */
  static void measure(Figures figures, Daemon daemon, double warm, Options options)
      throws IOException, InterruptedException {
    // A tenth more than a warm one needs; but a measurement with few runs should stay short.
    int wanted = (int) Math.min(warm * SECONDS * 1.1, 2.0 * options.runs());
    try (Load load = new Load(daemon.port(), options.clients())) {
      ParkPart.park(daemon, load, options.runs(), options.runs() + wanted);
    }
    Parked parked = Parked.read(daemon);
    List<byte[]> requests = new ArrayList<>();
    parked.take(parked.left()).forEach(gate -> requests.add(daemon.requests().allow(gate)));
    // Asked before: the daemon's first requests are to be those that are measured.
    long completed = daemon.runs("completed");
    Progress.say("killing the daemon, and resolving for %d s", SECONDS);
    daemon.killAndRestart();
    try (Load load = new Load(daemon.port(), options.clients())) {
      ResolvePart.Outcome outcome = ResolvePart.run(daemon, load, forSeconds(requests), completed);
      figures.part("Cold: the first %d s after a restart".formatted(SECONDS));
      figures
          .add("resolved and resumed, cold", outcome.perSecond(), "/s")
          .against("warm, in order", warm)
          .atLeastOfThat(0.6);
      figures.add("daemon CPU a resolve, cold", outcome.cpuMicros(), "µs");
      figures.add("measured for", outcome.resumedSeconds(), "s");
    }
  }

  private static Iterator<byte[]> forSeconds(List<byte[]> requests) {
    Iterator<byte[]> all = requests.iterator();
    long end = System.nanoTime() + SECONDS * 1_000_000_000L;
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return all.hasNext() && System.nanoTime() < end;
      }

      @Override
      public byte[] next() {
        return all.next();
      }
    };
  }
}
