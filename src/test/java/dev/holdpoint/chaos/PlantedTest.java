package dev.holdpoint.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The planted bugs still fit the program: each place that one changes is there, and once. */
class PlantedTest {
  @Test
  void each_fits_the_sources() throws IOException {
    List<Planted> all = Planted.all();
    assertThat(all).hasSizeGreaterThanOrEqualTo(10);
    for (Planted bug : Stream.concat(all.stream(), Planted.ofPolicies().stream()).toList()) {
      assertThat(bug.changes()).as(bug.name()).isNotEmpty();
      assertThat(bug.source()).contains(bug.changes().getLast().now());
    }
  }
}
