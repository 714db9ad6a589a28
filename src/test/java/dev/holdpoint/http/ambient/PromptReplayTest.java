package dev.holdpoint.http.ambient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.ambient.AmbientBodies.PendingApproval;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.port.store.Queries;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However much waits, what was missed is found with few reads. */
final class PromptReplayTest {
  private static final int CALLS = 60;
  private static final int SETTLED = 30;

  @TempDir Path folder = Path.of("");
  private Stage stage = NOT_YET;
  private int reads;
  private int rows;

  @SuppressWarnings("NullAway") // set before each test
  private static final Stage NOT_YET = null;

  @BeforeEach
  void open() {
    stage = new Stage(folder);
    stage.session("s");
  }

  @AfterEach
  void close() {
    stage.close();
  }

  /** The real store, with a count of what is read of the journal. */
  private Queries counted(Queries queries) {
    return (Queries)
        Proxy.newProxyInstance(
            Queries.class.getClassLoader(),
            new Class<?>[] {Queries.class},
            (_, method, args) -> {
              try {
                Object answer = method.invoke(queries, args);
                if (method.getName().equals("journalRows")) {
                  reads++;
                  rows += ((Collection<?>) answer).size();
                }
                return answer;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private List<String> missedSince(long cursor) {
    reads = 0;
    rows = 0;
    PromptKind kind = new ApprovalKind(Reading.standings(stage));
    return stage
        .engine
        .read(
            queries ->
                PromptReplay.since(
                    counted(queries),
                    kind,
                    PromptSnapshot.of(queries, kind, "s").prompts(),
                    cursor))
        .stream()
        .map(view -> ((PendingApproval) view).approvalId())
        .toList();
  }

  // H3-07
  @Test
  void the_rows_of_a_run_are_read_once_for_all_that_it_waits_for() {
    long before = stage.lastEventId();
    Run run =
        stage.parked(
            "s", IntStream.range(0, CALLS).mapToObj(i -> "call" + i).toArray(String[]::new));
    long raised = stage.lastEventId();
    List<String> ids = run.approvals().stream().map(Approval::id).toList();
    ids.subList(0, SETTLED).forEach(id -> stage.click("s", id));
    String other = stage.approval("s", "other");

    List<String> all = new ArrayList<>(ids.subList(SETTLED, CALLS));
    all.add(other);
    assertThat(missedSince(before)).isEqualTo(all);
    assertThat(rows).isLessThanOrEqualTo(SETTLED + 10);
    assertThat(reads).isLessThanOrEqualTo(8);

    // These rows do not tell of them; whoever has seen them raised has missed the other alone.
    assertThat(missedSince(raised)).containsExactly(other);
    assertThat(rows).isLessThanOrEqualTo(SETTLED + 10);
    assertThat(missedSince(stage.lastEventId())).isEmpty();
    assertThat(reads).isZero();
  }

  // H3-07
  @Test
  void what_was_raised_last_is_found_without_the_history_of_its_run() {
    stage.approval("s", "first");
    long before = stage.lastEventId();
    Run run = stage.parked("s", "a", "b");
    assertThat(missedSince(before)).isEqualTo(run.approvals().stream().map(Approval::id).toList());
    assertThat(reads).isEqualTo(1);
  }
}
