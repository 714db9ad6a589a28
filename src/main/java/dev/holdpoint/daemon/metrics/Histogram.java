package dev.holdpoint.daemon.metrics;

import java.util.Arrays;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** How often a value was up to each bound. Adding to it neither locks nor allocates. */
final class Histogram {
  /** From a fast fsync to a caller who has gone. */
  private static final double[] SECONDS = {
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60
  };

  private final double[] bounds;
  private final LongAdder[] counts;
  private final DoubleAdder sum = new DoubleAdder();

  Histogram(double... bounds) {
    this.bounds = bounds.clone();
    this.counts =
        Stream.generate(LongAdder::new).limit(bounds.length + 1L).toArray(LongAdder[]::new);
  }

  static Histogram ofSeconds() {
    return new Histogram(SECONDS);
  }

  void add(double value) {
    int at = Arrays.binarySearch(bounds, value);
    counts[at < 0 ? -at - 1 : at].increment();
    sum.add(value);
  }

  void write(Exposition out, String name, String... labels) {
    String[] all = Arrays.copyOf(labels, labels.length + 2);
    all[labels.length] = "le";
    long count = 0;
    for (int i = 0; i < counts.length; i++) {
      count += counts[i].sum();
      all[labels.length + 1] = i < bounds.length ? Double.toString(bounds[i]) : "+Inf";
      out.sample(name + "_bucket", (double) count, all);
    }
    out.sample(name + "_sum", sum.sum(), labels);
    out.sample(name + "_count", (double) count, labels);
  }
}
