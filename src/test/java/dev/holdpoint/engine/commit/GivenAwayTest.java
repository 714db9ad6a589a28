package dev.holdpoint.engine.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.agent.loop.WorkerPool;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.engine.loop.Advance;
import dev.holdpoint.store.EmbeddedPostgres;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Runs that go from one node to another, and the workers of both. */
final class GivenAwayTest {
  private static final String PLAIN = "scripted";

  private final String url = EmbeddedPostgres.shared().newDatabase();
  private final NodeAtWork here = new NodeAtWork(url, "here");
  private final NodeAtWork there = new NodeAtWork(url, "there");

  @AfterEach
  void close() {
    here.close();
    there.close();
  }

  /** The one worker of a node, who takes a step when the test says so and ends what he works on. */
  private static final class Hands {
    private final NodeAtWork node;
    private final Queue<Runnable> steps = new ArrayDeque<>();
    final List<Long> worked = new ArrayList<>();
    final WorkerPool crew;

    Hands(NodeAtWork node) {
      this.node = node;
      crew = new WorkerPool(node.engine, 1, steps::add, _ -> {});
      node.engine.onCommit(crew);
      node.engine.amongOthers(crew::takes);
      crew.start((key, _) -> end(key));
      work();
    }

    private long end(long key) {
      worked.add(key);
      Run run = node.store.read(queries -> queries.run(key));
      return node.progress.advance(new Advance(run).complete()).trail().last();
    }

    /** Hears of the others, and works until there is nothing to do. */
    void work() {
      node.engine.catchUp();
      for (Runnable step = steps.poll(); step != null; step = steps.poll()) {
        step.run();
      }
    }
  }

  private static Run plain(NodeAtWork node, String session) {
    return node.submitted(session, PLAIN, RunSettings.NONE);
  }

  private RunStatus status(Run run) {
    return there.now(run).status();
  }

  @Test
  void a_run_for_the_node_of_its_agent_is_carried_on_there_and_not_where_it_was_decided() {
    Run run = here.parked("s", false);
    Hands agents = new Hands(here);
    Hands deciding = new Hands(there);
    there.allow(run);
    assertThat(deciding.crew.inHand()).isEmpty();
    deciding.work();
    agents.work();
    deciding.work();
    agents.work();
    assertThat(agents.worked).containsExactly(run.key());
    assertThat(deciding.worked).isEmpty();
    assertThat(status(run)).isEqualTo(RunStatus.COMPLETED);

    // Only that run was given away.
    Run own = plain(there, "t");
    deciding.work();
    agents.work();
    assertThat(deciding.worked).containsExactly(own.key());
    assertThat(agents.worked).containsExactly(run.key());
  }

  @Test
  void a_run_that_came_back_is_its_own_nodes_again() {
    Run first = here.parked("s", false);
    Hands agents = new Hands(here);
    Hands deciding = new Hands(there);
    there.allow(first);
    agents.work();
    here.engagements.lost(first.key(), "over");
    here.engagements.over(first);
    Run second = here.submitted("s");
    agents.work();
    deciding.work();
    assertThat(agents.worked).containsExactly(first.key(), second.key());
    assertThat(deciding.worked).isEmpty();
  }

  @Test
  void what_a_busy_node_lets_go_of_is_done_once_by_whoever_is_free() {
    Hands busy = new Hands(here);
    Hands idle = new Hands(there);
    List<Long> all =
        IntStream.range(0, 12).mapToObj(i -> plain(here, "s" + i)).map(Run::key).toList();
    assertThat(here.owns()).containsExactlyElementsOf(all);
    assertThat(busy.crew.isBehind()).isTrue();
    Set<Long> kept = busy.crew.inHand();

    assertThat(here.store.cluster().release(kept)).isEqualTo(all.size() - kept.size());
    idle.crew.lookAgain();
    idle.work();
    busy.work();
    idle.work();

    assertThat(busy.worked).containsExactlyInAnyOrderElementsOf(kept);
    assertThat(Stream.of(busy, idle).flatMap(hands -> hands.worked.stream()))
        .containsExactlyInAnyOrderElementsOf(all);
    assertThat(here.owns()).isEmpty();
    assertThat(there.owns()).isEmpty();
  }

  @Test
  void what_is_resumed_at_a_node_that_takes_no_work_is_done_by_another() {
    Run run = here.asking(plain(here, "s"));
    Run next = here.asking(plain(here, "t"));
    Hands draining = new Hands(here);
    Hands other = new Hands(there);
    draining.crew.take(false);
    here.allow(run);
    draining.work();
    other.work();
    draining.work();
    assertThat(draining.worked).isEmpty();
    assertThat(other.worked).containsExactly(run.key());

    draining.crew.take(true);
    here.allow(next);
    draining.work();
    other.work();
    assertThat(draining.worked).containsExactly(next.key());
    assertThat(other.worked).containsExactly(run.key());
  }

  @Test
  void a_node_that_takes_no_work_keeps_to_the_run_whose_agent_it_has() {
    Run bound = here.parked("s", false);
    Run free = here.asking(plain(here, "t"));
    Hands draining = new Hands(here);
    Hands other = new Hands(there);
    draining.crew.share().keep(() -> Set.of(bound.key()), key -> key == bound.key());
    draining.crew.take(false);
    there.allow(bound);
    here.allow(free);
    // As with every beat of a node that drains.
    here.store.cluster().release(draining.crew.inHand());
    other.work();
    draining.work();
    other.work();
    assertThat(draining.worked).containsExactly(bound.key());
    assertThat(other.worked).containsExactly(free.key());
  }
}
