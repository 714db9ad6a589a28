package dev.holdpoint.store;

import static dev.holdpoint.store.Samples.NOW;
import static dev.holdpoint.store.Samples.parked;
import static dev.holdpoint.store.Samples.session;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.GateState.Status;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunState;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.port.store.LiveRun;
import dev.holdpoint.engine.port.store.Queries.GateFilter;
import dev.holdpoint.engine.port.store.Queries.RunCursor;
import dev.holdpoint.engine.port.store.Queries.RunFilter;
import dev.holdpoint.engine.port.store.Queries.RunPage;
import dev.holdpoint.engine.port.store.SessionLoad;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a ledger owes to those who ask it for lists. */
public abstract class ListsContract extends StoreContract {
  private static final long ALL = Long.MAX_VALUE;

  /**
   * Session 1: 10 completed, 12 waiting, 13 queued, 14 queued. Session 2: 11 failed, 15 running.
   */
  private void six_runs() {
    commit(
        writing()
            .add(session(1), session(2))
            .add(completed(10, 1))
            .add(Samples.run(11, 2, new RunState.Failed(NOW, "no")))
            .add(parked(12, 1, 20, null))
            .add(queued(13, 1), queued(14, 1))
            .addRunnable(running(15, 2))
            .writes());
  }

  @Test
  void sessions_newest_first() {
    commit(writing().add(session(1), session(2), session(3)).writes());
    assertThat(now().sessions(null, ALL, 2).stream().map(Session::key)).containsExactly(3L, 2L);
    assertThat(now().sessions(null, 2, 2).stream().map(Session::key)).containsExactly(1L);
    assertThat(now().session("session-4")).isNull();
  }

  @Test
  void sessions_of_a_tenant_newest_first() {
    commit(
        writing()
            .add(session(1), Samples.sessionOf("tnt_a", 2), Samples.sessionOf("tnt_b", 3))
            .add(Samples.sessionOf("tnt_a", 4), Samples.sessionOf("tnt_a", 5))
            .writes());
    assertThat(now().sessionsOfTenant("tnt_a", ALL, 2).stream().map(Session::key))
        .containsExactly(5L, 4L);
    assertThat(now().sessionsOfTenant("tnt_a", 4, 2).stream().map(Session::key))
        .containsExactly(2L);
    assertThat(now().countSessionsOfTenant("tnt_a")).isEqualTo(3);
    assertThat(now().countSessionsOfTenant("tnt_c")).isZero();
  }

  @Test
  void a_session_s_load_and_its_queue_oldest_first() {
    six_runs();
    assertThat(now().load(1))
        .isEqualTo(new SessionLoad(List.of(LiveRun.of(parked(12, 1, 20, null))), 2));
    assertThat(now().queuedRuns(1, 0, 10)).containsExactly(13L, 14L);
    assertThat(now().queuedRuns(1, 13, 10)).containsExactly(14L);
    assertThat(now().queuedAmong(List.of(12L, 14L, 13L, 15L, 99L)))
        .containsExactlyInAnyOrder(13L, 14L);
    assertThat(now().load(3)).isEqualTo(SessionLoad.NONE);
    assertThat(now().loads(List.of(1L, 2L, 3L)))
        .isEqualTo(Map.of(1L, now().load(1), 2L, now().load(2), 3L, SessionLoad.NONE));
  }

  @Test
  void a_run_leaves_the_live_ones_and_the_runnable_ones_when_it_ends() {
    six_runs();
    assertThat(now().runnableRuns(10)).containsExactly(15L);
    commit(writing().change(completed(15, 2), false).writes());
    assertThat(now().load(2)).isEqualTo(SessionLoad.NONE);
    assertThat(now().runnableRuns(10)).isEmpty();
  }

  @Test
  void runnable_runs_oldest_first() {
    commit(
        writing()
            .addRunnable(running(7, 1))
            .addRunnable(running(5, 2))
            .addRunnable(running(6, 3))
            .writes());
    assertThat(now().runnableRuns(2)).containsExactly(5L, 6L);
  }

  @Test
  void what_is_deferred_is_shown_as_queued_and_stands_in_no_queue() {
    six_runs();
    Run deferred = Samples.run(16, 1, new RunState.Deferred(NOW + 60));
    commit(writing().add(deferred).writes());
    assertThat(now().deferredRuns(1)).containsExactly(16L);
    assertThat(now().deferredRuns(2)).isEmpty();
    assertThat(now().load(1).queued()).isEqualTo(2);
    assertThat(now().queuedRuns(1, 0, 9)).containsExactly(13L, 14L);
    assertThat(now().queuedPosition(1, 16)).isZero();
    assertThat(now().lastStartedRun(1, 17)).isEqualTo(parked(12, 1, 20, null));
    assertThat(now().countRunsByStatus()).containsEntry(RunStatus.QUEUED, 3L);
    for (boolean activeFirst : List.of(true, false)) {
      for (RunStatus status : Arrays.asList(null, RunStatus.QUEUED)) {
        assertThat(now().runPage(new RunFilter(1L, status, activeFirst, null, 9)).runs())
            .contains(deferred);
        assertThat(now().runPage(new RunFilter(null, status, activeFirst, null, 9)).runs())
            .contains(deferred);
      }
    }
    commit(writing().change(deferred.edit().state(new RunState.Queued()).at(NOW), false).writes());
    assertThat(now().deferredRuns(1)).isEmpty();
    assertThat(now().queuedPosition(1, 16)).isEqualTo(3);
  }

  @Test
  void places_in_the_queue_count_from_one() {
    six_runs();
    assertThat(List.of(now().queuedPosition(1, 13), now().queuedPosition(1, 14)))
        .containsExactly(1, 2);
    assertThat(List.of(now().queuedPosition(1, 12), now().queuedPosition(1, 99)))
        .containsExactly(0, 0);
  }

  @Test
  void the_last_started_run_passes_over_those_that_were_cancelled_in_the_queue() {
    six_runs();
    Run cancelled = queued(13, 1).edit().state(new RunState.Cancelled(NOW)).at(NOW);
    commit(writing().change(cancelled, false).writes());
    assertThat(now().lastStartedRun(1, 14)).isEqualTo(parked(12, 1, 20, null));
    assertThat(now().lastStartedRun(1, 12)).isEqualTo(completed(10, 1));
    assertThat(now().lastStartedRun(1, 10)).isNull();
    assertThat(List.of(now().lastStartedKey(1, 14), now().lastStartedKey(1, 12)))
        .containsExactly(13L, 10L);
    assertThat(now().lastStartedKey(1, 10)).isZero();
  }

  @Test
  void runs_by_their_keys() {
    six_runs();
    assertThat(now().runs(List.of(15L, 77L, 10L)))
        .containsExactlyInAnyOrder(completed(10, 1), running(15, 2));
    assertThat(now().runs(List.of())).isEmpty();
  }

  @Test
  void runs_are_counted_by_status() {
    six_runs();
    assertThat(now().countRunsByStatus())
        .isEqualTo(
            Map.of(
                RunStatus.COMPLETED, 1L,
                RunStatus.FAILED, 1L,
                RunStatus.WAITING_FOR_APPROVAL, 1L,
                RunStatus.QUEUED, 2L,
                RunStatus.RUNNING, 1L));
  }

  @Test
  void sessions_in_which_several_hold_the_slot() {
    six_runs();
    assertThat(now().sessionsWithSeveralWaiting()).isEmpty();
    commit(writing().add(parked(16, 1, 21, null)).writes());
    assertThat(now().sessionsWithSeveralWaiting()).containsExactly(1L);
  }

  @Test
  void run_pages_for_every_filter() {
    six_runs();
    check(null, null, false, "15 14 13 12 11 10", 6);
    check(null, null, true, "15 14 13 12 11 10", 6);
    check(1L, null, false, "14 13 12 10", 4);
    check(2L, null, true, "15 11", 2);
    check(3L, null, true, "", 0);
    check(null, RunStatus.QUEUED, false, "14 13", 2);
    check(1L, RunStatus.QUEUED, true, "14 13", 2);
    check(2L, RunStatus.QUEUED, false, "", 0);
    check(null, RunStatus.COMPLETED, false, "10", 1);
    check(null, RunStatus.COMPLETED, true, "10", 1);
    check(1L, RunStatus.COMPLETED, true, "10", 1);
    check(2L, RunStatus.COMPLETED, false, "", 0);
    check(null, RunStatus.FAILED, false, "11", 1);
    check(2L, RunStatus.FAILED, true, "11", 1);
    check(null, RunStatus.CANCELLED, true, "", 0);
    check(null, RunStatus.RUNNING, false, "15", 1);
    commit(writing().add(completed(16, 1)).writes());
    check(null, null, false, "16 15 14 13 12 11 10", 7);
    check(null, null, true, "15 14 13 12 16 11 10", 7);
    check(1L, null, true, "14 13 12 16 10", 5);
  }

  /**
   * Walks the list in pages of every size, each time from the place where the page before ended.
   */
  private void check(
      @Nullable Long session,
      @Nullable RunStatus status,
      boolean activeFirst,
      String keys,
      long total) {
    for (int limit = 1; limit <= 8; limit++) {
      List<String> seen = new ArrayList<>();
      RunCursor after = null;
      boolean more = true;
      while (more) {
        RunFilter filter = new RunFilter(session, status, activeFirst, after, limit);
        RunPage page = now().runPage(filter);
        assertThat(now().countRuns(filter)).isEqualTo(total);
        assertThat(page.runs()).hasSizeLessThanOrEqualTo(limit);
        page.runs().forEach(run -> seen.add(Long.toString(run.key())));
        more = page.more();
        if (more) {
          Run last = page.runs().getLast();
          after = new RunCursor(last.status().isSettled(), last.key());
        }
      }
      assertThat(String.join(" ", seen)).isEqualTo(keys);
    }
  }

  @Test
  void gates_for_every_filter() {
    GateRow question = new GateRow(4, GateKind.QUESTION, Status.PENDING, 11, 1, NOW, 0);
    GateRow resolved = settled(gate(2, 11, 1, null), Status.RESOLVED, 50);
    GateRow expired = settled(gate(3, 12, 2, NOW), Status.EXPIRED, 51);
    GateRow withdrawn = settled(gate(5, 12, 2, null), Status.WITHDRAWN, 52);
    GateRow first = gate(1, 10, 1, null);
    GateRow last = gate(6, 13, 2, NOW);
    commit(
        writing()
            .add(
                first,
                gate(2, 11, 1, null),
                gate(3, 12, 2, NOW),
                question,
                gate(5, 12, 2, null),
                last)
            .writes());
    commit(writing().change(resolved).change(expired).change(withdrawn).writes());

    check(new GateFilter(GateKind.APPROVAL, Status.PENDING, null), first, last);
    check(new GateFilter(GateKind.APPROVAL, Status.PENDING, 2L), last);
    check(new GateFilter(GateKind.QUESTION, Status.PENDING, null), question);
    check(new GateFilter(GateKind.QUESTION, Status.PENDING, 2L));
    check(new GateFilter(GateKind.APPROVAL, Status.RESOLVED, null), resolved);
    check(new GateFilter(GateKind.APPROVAL, Status.EXPIRED, null), expired);
    check(new GateFilter(GateKind.APPROVAL, Status.EXPIRED, 1L));
    check(new GateFilter(GateKind.APPROVAL, Status.WITHDRAWN, 2L), withdrawn);
    check(new GateFilter(GateKind.APPROVAL, null, null), last, withdrawn, expired, resolved, first);
    check(new GateFilter(GateKind.APPROVAL, null, 1L), resolved, first);

    // KT-27
    check(new GateFilter(GateKind.APPROVAL, null, null, 1, 6, true), resolved, expired, withdrawn);
    check(new GateFilter(GateKind.APPROVAL, null, null, 0, 5, false), expired, resolved, first);
    check(new GateFilter(GateKind.APPROVAL, Status.PENDING, null, 0, 6, false), first);
    check(new GateFilter(GateKind.APPROVAL, Status.PENDING, null, 0, ALL, false), last, first);
    check(new GateFilter(GateKind.APPROVAL, Status.RESOLVED, null, 2, ALL, true));
    check(new GateFilter(GateKind.APPROVAL, Status.EXPIRED, 2L, 2, 4, true), expired);
    check(new GateFilter(GateKind.APPROVAL, null, 2L, 3, ALL, true), withdrawn, last);
    check(new GateFilter(GateKind.QUESTION, null, null, 3, 5, true), question);
  }

  private void check(GateFilter filter, GateRow... rows) {
    boolean up = filter.oldestFirst();
    assertThat(now().countGates(filter)).isEqualTo(rows.length);
    assertThat(now().gates(filter, up ? 0 : ALL, 100)).containsExactly(rows);
    List<GateRow> oneByOne = new ArrayList<>();
    long beyond = up ? 0 : ALL;
    while (true) {
      long from = beyond;
      List<GateRow> next = now().gates(filter, from, 1);
      if (next.isEmpty()) {
        break;
      }
      oneByOne.addAll(next);
      beyond = next.getFirst().key();
    }
    assertThat(oneByOne).containsExactly(rows);
  }

  @Test
  void gates_fall_due_in_order_of_their_deadlines() {
    commit(
        writing()
            .add(
                gate(1, 10, 1, NOW + 30),
                gate(2, 10, 1, NOW + 10),
                gate(3, 10, 1, null),
                gate(4, 10, 1, NOW + 20))
            .writes());
    assertThat(now().nextDeadline()).isEqualTo(NOW + 10);
    assertThat(now().dueGates(NOW + 9, 10)).isEmpty();
    assertThat(now().dueGates(NOW + 20, 10).stream().map(GateRow::key)).containsExactly(2L, 4L);
    assertThat(now().countDueGates(NOW + 9)).isZero();
    assertThat(now().countDueGates(NOW + 20)).isEqualTo(2);
    assertThat(now().dueGates(NOW + 99, 2).stream().map(GateRow::key)).containsExactly(2L, 4L);
    commit(writing().change(settled(gate(2, 10, 1, NOW + 10), Status.EXPIRED, 9)).writes());
    assertThat(now().nextDeadline()).isEqualTo(NOW + 20);
  }
}
