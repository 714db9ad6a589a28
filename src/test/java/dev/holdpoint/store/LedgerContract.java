package dev.holdpoint.store;

import static dev.holdpoint.store.Samples.NOW;
import static dev.holdpoint.store.Samples.journal;
import static dev.holdpoint.store.Samples.parked;
import static dev.holdpoint.store.Samples.session;
import static dev.holdpoint.store.Samples.token;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunState;
import dev.holdpoint.core.session.Mail;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.core.session.SessionStatus;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.port.store.IdempotencyRecord;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.Store;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What a ledger owes to those who write it. */
public abstract class LedgerContract extends StoreContract {
  @Test
  void children_mails_and_the_end_of_a_session_are_kept() {
    Session parent = Samples.session(1);
    Session bare = Samples.session(2);
    Session child =
        new Session(
            bare.key(),
            bare.id(),
            bare.agentId(),
            bare.conversationId(),
            bare.tenantId(),
            null,
            null,
            null,
            bare.createdAtMs(),
            new Session.Parent(parent.key(), parent.id()),
            null,
            null,
            null,
            List.of(),
            null);
    Mail first = Samples.mail(5, 2, null);
    Mail second = Samples.mail(6, 2, Mail.Reason.QUEUE_FULL);
    Mail other = Samples.mail(7, 1, null);
    commit(writing().add(parent, child).add(first, second, other).writes());

    assertThat(now().children(1, 10)).containsExactly("session-2");
    assertThat(now().children(2, 10)).isEmpty();
    Queries.MailFilter all = new Queries.MailFilter(2, false);
    Queries.MailFilter dead = new Queries.MailFilter(2, true);
    assertThat(now().mails(all, Long.MAX_VALUE, 10)).containsExactly(second, first);
    assertThat(now().mails(all, 6, 10)).containsExactly(first);
    assertThat(now().mails(all, Long.MAX_VALUE, 1)).containsExactly(second);
    assertThat(now().mails(dead, Long.MAX_VALUE, 10)).containsExactly(second);
    assertThat(now().countMails(all)).isEqualTo(2);
    assertThat(now().lastKey()).isEqualTo(7);

    Session ended = child.ended(new Session.Ended(9, "ada", "done", 3));
    commit(writing().change(ended).bury(first, Mail.Reason.CANCELLED).writes());
    reopen();

    assertThat(now().session("session-2")).isEqualTo(ended);
    assertThat(now().children(1, 10)).containsExactly("session-2");
    assertThat(now().countMails(dead)).isEqualTo(2);
    assertThat(now().mails(dead, 6, 10))
        .containsExactly(first.as(Mail.Status.DEAD_LETTERED, Mail.Reason.CANCELLED));
  }

  @Test
  void what_several_works_are_about_is_found_at_once() {
    Session quiet = session(3);
    Run earlier = Samples.run(10, 1, new RunState.Completed(NOW));
    Run latest = Samples.run(11, 1, new RunState.Running());
    Run queued = Samples.run(13, 1, new RunState.Queued());
    Run other = Samples.run(12, 2, new RunState.Completed(NOW));
    IdempotencyRecord record = new IdempotencyRecord(20, "it's \"a\" scope", "print", 11);
    commit(
        writing()
            .add(session(1), session(2), quiet)
            .add(earlier, latest, other, queued)
            .add(record)
            .writes());

    assertThat(now().sessions(List.of("session-2", "nobody's", "session-3")))
        .containsExactlyInAnyOrder(session(2), quiet);
    assertThat(now().newestStarted(List.of(1L, 2L, 3L, 4L)))
        .containsExactlyInAnyOrder(latest, other);
    assertThat(now().firstRuns(List.of(1L, 2L, 3L, 4L))).containsExactlyInAnyOrder(earlier, other);
    assertThat(now().remembered(List.of("another", record.scope()))).containsExactly(record);
  }

  @Test
  void a_new_ledger_is_empty_and_has_an_id() {
    assertThat(store().ledgerId()).startsWith("led_").hasSize(30);
    assertThat(now().lastEventId()).isZero();
    assertThat(now().lastKey()).isZero();
    assertThat(now().countSessions(null)).isZero();
    assertThat(now().countRunsByStatus()).isEmpty();
    assertThat(now().tokens()).isEmpty();
    assertThat(now().run(1)).isNull();
    assertThat(now().nextDeadline()).isNull();
    commit(nothing());
  }

  @Test
  void everything_of_one_transaction_is_there_after_it_and_the_same_after_a_restart() {
    Run run = parked(2, 1, 3, NOW);
    JournalRow row = journal(7, run, new LedgerEvent.Accepted(), new LedgerEvent.Started());
    IdempotencyRecord remembered = new IdempotencyRecord(4, "scope", "print", 2);
    commit(
        writing()
            .add(session(1))
            .add(run)
            .add(gate(3, 2, 1, NOW))
            .add(row)
            .add(remembered)
            .add(token(5))
            .writes());
    String ledgerId = store().ledgerId();

    for (int start = 0; start < 2; start++) {
      assertThat(store().ledgerId()).isEqualTo(ledgerId);
      assertThat(List.of(now().session("session-1"), now().session(1)))
          .isEqualTo(List.of(session(1), session(1)));
      assertThat(now().run(2)).isEqualTo(run);
      assertThat(now().gate(3)).isEqualTo(gate(3, 2, 1, NOW));
      journalHolds(row);
      assertThat(now().remembered("scope")).isEqualTo(remembered);
      assertThat(now().tokens()).isEqualTo(List.of(token(5)));
      assertThat(List.of(now().lastEventId(), now().lastKey())).isEqualTo(List.of(7L, 5L));
      reopen();
    }
  }

  @Test
  void a_row_that_changes_is_the_last_version_and_its_past_is_in_the_journal() {
    Run before = parked(2, 1, 3, null);
    commit(
        writing()
            .add(session(1))
            .add(before)
            .add(gate(3, 2, 1, null))
            .add(journal(1, before))
            .writes());
    Run after = before.edit().state(new RunState.Running()).at(NOW + 9).onTrail(2);
    GateRow resolved = settled(gate(3, 2, 1, null), GateState.Status.RESOLVED, 2);
    commit(
        writing()
            .change(after, true)
            .change(resolved)
            .add(journal(2, after, new LedgerEvent.RunUpdated()))
            .writes());

    assertThat(now().run(2)).isEqualTo(after);
    assertThat(now().gate(3)).isEqualTo(resolved);
    journalHolds(journal(1, before), journal(2, after, new LedgerEvent.RunUpdated()));
  }

  @Test
  void what_is_not_committed_leaves_nothing() {
    commit(writing().add(session(1)).add(queued(2, 1)).writes());
    try (Store.Transaction transaction = store().begin()) {
      transaction.write(
          writing()
              .add(session(9))
              .change(running(2, 1), true)
              .add(journal(1, running(2, 1)))
              .add(new IdempotencyRecord(10, "s", "f", 2))
              .writes());
    }
    assertThat(now().countSessions(null)).isEqualTo(1);
    assertThat(now().run(2)).isEqualTo(queued(2, 1));
    assertThat(now().runnableRuns(10)).isEmpty();
    journalHolds();
    assertThat(now().lastKey()).isEqualTo(2);
  }

  @Test
  void a_reader_sees_nothing_of_an_open_transaction() {
    try (Store.Transaction transaction = store().begin()) {
      transaction.write(writing().add(session(1)).writes());
      assertThat(transaction.queries().countSessions(null)).isEqualTo(1);
      assertThat(now().countSessions(null)).isZero();
      transaction.commit();
      assertThat(now().countSessions(null)).isEqualTo(1);
    }
  }

  @Test
  void what_one_reader_reads_is_of_one_moment() {
    List<Long> counts =
        store()
            .read(
                q -> {
                  long before = q.countSessions(null);
                  commit(writing().add(session(1)).writes());
                  return List.of(before, q.countSessions(null));
                });
    assertThat(counts).isEqualTo(List.of(0L, 0L));
    assertThat(now().countSessions(null)).isEqualTo(1);
  }

  @Test
  void a_key_or_id_that_exists_already_is_refused_and_the_next_transaction_works() {
    commit(
        writing()
            .add(session(1))
            .add(queued(2, 1))
            .add(gate(3, 2, 1, null))
            .add(journal(1, queued(2, 1)))
            .add(new IdempotencyRecord(4, "scope", "f", 2))
            .add(token(5))
            .writes());
    List<Writing> twice =
        List.of(
            writing().add(session(1)),
            writing().add(queued(2, 1)),
            writing().add(gate(3, 2, 1, null)),
            writing().add(journal(1, queued(2, 1))),
            writing().add(new IdempotencyRecord(9, "scope", "f", 2)),
            writing().add(token(5)));
    for (Writing again : twice) {
      assertThatExceptionOfType(StoreFailure.class)
          .isThrownBy(() -> commit(again.add(session(8)).writes()))
          .isExactlyInstanceOf(StoreFailure.class);
    }
    commit(writing().add(session(6)).writes());
    assertThat(now().countSessions(null)).isEqualTo(2);
  }

  @Test
  void a_row_that_is_not_there_cannot_be_changed() {
    assertThatThrownBy(() -> commit(writing().change(running(2, 1), true).writes()))
        .isInstanceOf(StoreFailure.class);
    assertThatThrownBy(() -> commit(writing().change(gate(2, 1, 1, null)).writes()))
        .isInstanceOf(StoreFailure.class);
  }

  @Test
  void a_cursor_inside_a_row_gets_that_row_and_those_after_it() {
    Run run = running(2, 1);
    JournalRow first =
        journal(
            3,
            run,
            new LedgerEvent.Accepted(),
            new LedgerEvent.Queued(1),
            new LedgerEvent.Started());
    JournalRow second = journal(5, run, new LedgerEvent.RunUpdated(), new LedgerEvent.Completed());
    JournalRow third =
        new JournalRow(
            6,
            NOW,
            1,
            "session-1",
            null,
            List.of(new LedgerEvent.SessionChanged(SessionStatus.IDLE, 0, 0)),
            List.of());
    commit(writing().add(run).add(first, second).writes());
    commit(writing().add(third).writes());

    assertThat(now().journalAfter(0, 10)).isEqualTo(List.of(first, second, third));
    assertThat(now().journalAfter(2, 10)).isEqualTo(List.of(first, second, third));
    assertThat(now().journalAfter(3, 10)).isEqualTo(List.of(second, third));
    assertThat(now().journalAfter(4, 1)).isEqualTo(List.of(second));
    assertThat(now().journalAfter(6, 10)).isEmpty();
    assertThat(now().journalRows(List.of(6L, 99L, 3L))).isEqualTo(List.of(first, third));
    assertThat(now().journalRows(List.of())).isEmpty();
    assertThat(first.idOf(0)).isEqualTo(1);
  }

  @Test
  void a_large_transaction_is_written_whole() {
    List<Long> keys = LongStream.rangeClosed(1, 500).boxed().toList();
    Writing all = writing();
    for (long key : keys) {
      all.add(session(key)).add(parked(1000 + key, key, 2000 + key, NOW + key));
      all.add(gate(2000 + key, 1000 + key, key, NOW + key))
          .add(journal(key, running(1000 + key, key)));
    }
    commit(all.writes());
    assertThat(now().countSessions(null)).isEqualTo(500);
    assertThat(now().journalRows(keys)).hasSize(500);
    assertThat(now().dueGates(Long.MAX_VALUE, 1000)).hasSize(500);
  }

  @Test
  void old_idempotency_records_are_forgotten_from_one_end() {
    Writing all = writing();
    for (long key = 1; key <= 2500; key++) {
      all.add(new IdempotencyRecord(key, "scope-" + key, "f", 1));
    }
    commit(all.writes());
    assertThat(store().forgetBelow(2400)).isEqualTo(2399);
    assertThat(store().forgetBelow(2400)).isZero();
    assertThat(now().remembered("scope-2399")).isNull();
    assertThat(now().remembered("scope-2400")).isNotNull();
  }

  @Test
  void keys_never_go_back_even_when_the_newest_rows_are_gone() {
    commit(writing().add(session(1)).add(token(900)).writes());
    commit(writing().add(new IdempotencyRecord(901, "s", "f", 1)).writes());
    commit(writing().remove(token(900)).writes());
    assertThat(now().tokens()).isEmpty();
    assertThat(store().forgetBelow(1000)).isEqualTo(1);
    reopen();
    assertThat(now().lastKey()).isEqualTo(901);
    commit(writing().add(session(902)).writes());
    assertThat(now().lastKey()).isEqualTo(902);
  }

  @Test
  void one_transaction_at_a_time() {
    try (Store.Transaction open = store().begin()) {
      assertThatThrownBy(() -> store().begin()).isInstanceOf(IllegalStateException.class);
      open.commit();
      assertThatThrownBy(open::commit).isInstanceOf(IllegalStateException.class);
    }
    store().begin().close();
  }

  @Test
  void a_session_and_its_runs_are_removed_with_all_that_is_theirs_and_nothing_else() {
    Session gone = Samples.session(1);
    Session stays = Samples.session(2);
    Run run = Samples.parked(10, 1, 20, null);
    Run other = Samples.parked(11, 2, 21, null);
    commit(
        writing()
            .add(gone, stays)
            .add(run, other)
            .add(
                new GateRow(20, GateKind.APPROVAL, GateState.Status.PENDING, 10, 1, null, 0),
                new GateRow(21, GateKind.APPROVAL, GateState.Status.PENDING, 11, 2, null, 0))
            .add(Samples.mail(5, 1, null), Samples.mail(6, 2, null))
            .writes());
    long lastEvent = now().lastEventId();
    long lastKey = now().lastKey();

    commit(writing().remove(gone).remove(run).eventsFloor(7).writes());

    assertThat(now().session(gone.id())).isNull();
    assertThat(now().session(stays.id())).isEqualTo(stays);
    assertThat(now().run(10)).isNull();
    assertThat(now().run(11)).isEqualTo(other);
    assertThat(now().gate(20)).isNull();
    assertThat(now().gate(21)).isNotNull();
    assertThat(now().countMails(new Queries.MailFilter(1, false))).isZero();
    assertThat(now().countMails(new Queries.MailFilter(2, false))).isEqualTo(1);
    assertThat(now().eventsFloor()).isEqualTo(7);
    assertThat(now().lastEventId()).isEqualTo(lastEvent);
    assertThat(now().lastKey()).isEqualTo(lastKey);
  }

  /** Enough of them at once would wait for each other, each with one of the readers. */
  @Test
  void a_read_inside_a_read_is_found() {
    assertThatThrownBy(() -> store().read(_ -> store().read(Queries::lastKey)))
        .isInstanceOf(AssertionError.class)
        .hasMessage("a read inside a read");
    assertThat(store().<Long>read(_ -> store().readAside(Queries::lastKey))).isZero();
    assertThat(store().<Long>read(Queries::lastKey)).isZero();
  }
}
