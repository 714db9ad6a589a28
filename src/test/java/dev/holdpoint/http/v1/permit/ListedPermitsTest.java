package dev.holdpoint.http.v1.permit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.port.store.Queries;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ListedPermitsTest {
  private static final int APPROVALS = 70;
  private static final int MOST_AT_ONCE = 50;

  private final List<Integer> reads = new ArrayList<>();

  /** Notes how many runs and journal rows are read at once. */
  private Queries counting(Queries queries) {
    return (Queries)
        Proxy.newProxyInstance(
            Queries.class.getClassLoader(),
            new Class<?>[] {Queries.class},
            (_, method, arguments) -> {
              if (List.of("runs", "journalRows").contains(method.getName())
                  && arguments[0] instanceof Collection<?> keys) {
                reads.add(keys.size());
              }
              try {
                return method.invoke(queries, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Test
  @DisplayName("PF-24 what agents asked is read in pieces, however much of it there is")
  void what_agents_asked_is_read_in_pieces(@TempDir Path folder) {
    try (Bench bench = new Bench(folder)) {
      for (int i = 0; i < APPROVALS; i++) {
        String session = bench.session("s" + i);
        Run run = bench.allow(bench.parked(session, GateDraft.Deadline.NONE), "ada", null);
        bench.runs.cancel(run.id(), "ada");
      }
      List<ListedPermits.Candidate> found =
          bench.engine.read(
              queries -> ListedPermits.below(counting(queries), null, null, Long.MAX_VALUE, 500));
      assertThat(found).hasSize(APPROVALS);
      assertThat(reads).isNotEmpty().allMatch(read -> read <= MOST_AT_ONCE);
    }
  }
}
