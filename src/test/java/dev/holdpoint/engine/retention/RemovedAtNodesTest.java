package dev.holdpoint.engine.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.core.session.Removal;
import dev.holdpoint.engine.commit.NodeAtWork;
import dev.holdpoint.engine.loop.Advance;
import dev.holdpoint.engine.port.SessionFiles;
import dev.holdpoint.engine.session.Sessions;
import dev.holdpoint.store.EmbeddedPostgres;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Sessions and runs that several nodes could take away. */
final class RemovedAtNodesTest {
  private final String url = EmbeddedPostgres.shared().newDatabase();
  private final NodeAtWork here = new NodeAtWork(url, "here");
  private final NodeAtWork there = new NodeAtWork(url, "there");

  /** Whose files were taken away, and by which node. */
  private final List<String> taken = Collections.synchronizedList(new ArrayList<>());

  @AfterEach
  void close() {
    here.close();
    there.close();
  }

  private static SessionRemoval removals(NodeAtWork node, SessionFiles files) {
    return new SessionRemoval(node.writing, node.engine, node.deliveries, files, _ -> {});
  }

  /** A session that has ended, with a run in it. */
  private static Run ended(NodeAtWork node, String session) {
    Run run = node.submitted(session, "scripted", RunSettings.NONE);
    node.progress.advance(new Advance(run).complete());
    new Sessions(node.writing).end(session, null, "ada");
    return run;
  }

  private static boolean isGone(NodeAtWork node, Run run) {
    return node.store.<Run>read(queries -> queries.run(run.key())) == null;
  }

  private List<Removal> left() {
    return there.store.read(queries -> queries.due(Removal.KIND, Long.MAX_VALUE, 9));
  }

  @Test
  void what_one_node_is_taking_away_no_other_takes_up() {
    Run run = ended(here, "s");
    SessionRemoval other = removals(there, id -> taken.add("there " + id));
    SessionRemoval own =
        removals(
            here,
            id -> {
              taken.add("here " + id);
              assertThat(other.ring()).as("it is in good hands").isZero();
            });
    own.remove("s");
    assertThat(other.ring()).isZero();
    assertThat(taken).containsExactly("here s");
    assertThat(isGone(there, run)).isTrue();
    assertThat(left()).isEmpty();
  }

  @Test
  void what_a_node_began_to_take_away_and_did_not_end_is_ended_by_another_later() {
    Run run = ended(here, "s");
    SessionRemoval broken =
        removals(
            here,
            _ -> {
              throw new AssertionError("the power went");
            });
    assertThatThrownBy(() -> broken.remove("s")).hasMessage("the power went");
    assertThat(left()).hasSize(1);
    assertThat(removals(there, id -> taken.add("there " + id)).ring()).isZero();

    try (NodeAtWork later =
        new NodeAtWork(url, "later", Clock.offset(Clock.systemUTC(), Duration.ofMinutes(5)))) {
      SessionRemoval after = removals(later, id -> taken.add("later " + id));
      while (after.ring() > 0) {}
    }
    assertThat(taken).containsExactly("later s");
    assertThat(isGone(there, run)).isTrue();
    assertThat(left()).isEmpty();
  }

  @Test
  void of_two_who_remove_a_session_at_two_nodes_one_does_and_the_other_is_told_that_it_is_gone()
      throws Exception {
    List<Object> told = Collections.synchronizedList(new ArrayList<>());
    int rounds = 10;
    for (int i = 0; i < rounds; i++) {
      String session = "s" + i;
      ended(here, session);
      CountDownLatch go = new CountDownLatch(1);
      List<Thread> both = new ArrayList<>();
      for (NodeAtWork node : List.of(here, there)) {
        SessionRemoval own = removals(node, taken::add);
        both.add(
            Thread.ofVirtual()
                .start(
                    () -> {
                      try {
                        go.await();
                        told.add(own.remove(session).id());
                      } catch (Refused refused) {
                        told.add(refused.refusal().problem());
                      } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                      }
                    }));
      }
      go.countDown();
      for (Thread one : both) {
        one.join();
      }
      assertThat(told).hasSize(2).contains(session, Problem.SESSION_NOT_FOUND);
      told.clear();
    }
    assertThat(taken).hasSize(rounds).doesNotHaveDuplicates();
    assertThat(left()).isEmpty();
  }

  @Test
  void a_node_that_knew_the_session_does_not_take_work_for_it_any_more() {
    ended(there, "s");
    removals(here, taken::add).remove("s");
    Refused refused =
        catchThrowableOfType(
            Refused.class, () -> new Sessions(there.writing).end("s", null, "ada"));
    assertThat(refused.refusal().problem()).isEqualTo(Problem.SESSION_NOT_FOUND);
    Run anew = there.submitted("s", "scripted", RunSettings.NONE);
    assertThat(isGone(here, anew)).as("what comes under the same name stays").isFalse();
  }

  @Test
  void runs_whose_time_is_over_go_once_when_two_nodes_look_for_them() throws Exception {
    Run kept = here.asking(here.submitted("waits", "scripted", RunSettings.NONE));
    List<Run> old = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      old.add(ended(i % 2 == 0 ? here : there, "s" + i));
    }
    List<Thread> both = new ArrayList<>();
    List<Throwable> faults = Collections.synchronizedList(new ArrayList<>());
    for (NodeAtWork node : List.of(here, there)) {
      Retention retention =
          new Retention(
              node.writing, node.engine, _ -> {}, new Retention.Policy(-60_000L, -60_000L));
      Thread sweeping = Thread.ofVirtual().unstarted(retention::sweep);
      sweeping.setUncaughtExceptionHandler((_, fault) -> faults.add(fault));
      sweeping.start();
      both.add(sweeping);
    }
    for (Thread one : both) {
      one.join();
    }
    assertThat(faults).isEmpty();
    assertThat(old).allMatch(run -> isGone(here, run) && isGone(there, run));
    assertThat(here.now(kept).pendingApprovals()).hasSize(1);
  }
}
