package dev.holdpoint.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.Outcome;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.stats.Decided;
import dev.holdpoint.core.stats.DecidedBy;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.port.store.DecidedQueries;
import dev.holdpoint.engine.port.store.DecidedQueries.Place;
import dev.holdpoint.engine.port.store.DecidedQueries.Scanned;
import dev.holdpoint.engine.port.store.Tallied;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a ledger owes to the numbers about decisions. */
public abstract class DecidedContract extends StoreContract {
  private static final Place NEWEST = new Place(Long.MAX_VALUE, Long.MAX_VALUE);

  private static Decided decided(long eventId, long gateKey, long atMs) {
    return new Decided(
        eventId,
        gateKey,
        "tnt_root",
        1,
        "bash",
        GateKind.APPROVAL,
        Outcome.ALLOWED,
        DecidedBy.PERSON,
        "ana",
        null,
        null,
        atMs - 10,
        atMs - 5,
        atMs,
        false,
        true,
        0);
  }

  private void tally(long upTo, Decided... rows) {
    commit(writing().tally(new Tallied(List.of(rows), List.of(), upTo, 0)).writes());
  }

  private List<Decided> below(long fromMs, Place place, int limit) {
    return store().read(queries -> queries.decided().below(fromMs, place, limit));
  }

  private long tallied() {
    return store().read(queries -> queries.decided().tallied());
  }

  @Test
  void rows_and_how_far_they_go_are_kept_together_and_read_newest_first() {
    assertThat(tallied()).isZero();
    Decided call =
        new Decided(
            7,
            0,
            "tnt_1",
            2,
            null,
            GateKind.QUESTION,
            Outcome.SUPERSEDED,
            DecidedBy.RUN,
            null,
            "pol_1",
            "group:a",
            null,
            null,
            90,
            true,
            false,
            3);
    tally(9, decided(5, 50, 100), decided(6, 60, 100), call);
    reopen();
    assertThat(tallied()).isEqualTo(9);
    assertThat(below(0, NEWEST, 9)).containsExactly(decided(6, 60, 100), decided(5, 50, 100), call);
    assertThat(below(0, new Place(100, 6), 1)).containsExactly(decided(5, 50, 100));
    assertThat(below(91, new Place(100, 5), 9)).isEmpty();
    assertThat(below(90, new Place(100, 5), 9)).containsExactly(call);
  }

  @Test
  void every_outcome_and_everything_that_decides_comes_back_as_it_was() {
    long id = 0;
    for (Outcome outcome : Outcome.values()) {
      for (DecidedBy by : DecidedBy.values()) {
        id++;
        Decided row =
            new Decided(
                id,
                id,
                "tnt_root",
                1,
                null,
                GateKind.QUESTION,
                outcome,
                by,
                null,
                null,
                null,
                1L,
                null,
                id,
                false,
                false,
                0);
        tally(id, row);
        assertThat(below(id, NEWEST, 1)).containsExactly(row);
      }
    }
  }

  // DX-77
  @Test
  void a_row_that_is_there_already_fails_the_commit_and_leaves_the_place_where_it_was() {
    tally(9, decided(5, 50, 100));
    assertThatThrownBy(() -> tally(12, decided(8, 80, 100), decided(5, 50, 100)))
        .isInstanceOf(StoreFailure.class);
    assertThat(tallied()).isEqualTo(9);
    assertThat(below(0, NEWEST, 9)).containsExactly(decided(5, 50, 100));
  }

  @Test
  void late_answers_are_added_to_the_row_of_their_gate_alone() {
    tally(9, decided(5, 50, 100), decided(6, 60, 100));
    commit(
        writing()
            .tally(
                new Tallied(
                    List.of(decided(12, 70, 110)),
                    List.of(new Tallied.Late(60, 9), new Tallied.Late(60, 9), late(70, 14)),
                    20,
                    0))
            .writes());
    assertThat(below(0, NEWEST, 9))
        .extracting(Decided::gateKey, Decided::lateAnswers)
        .containsExactly(tuple(70L, 1), tuple(60L, 2), tuple(50L, 0));
  }

  private static Tallied.Late late(long gateKey, long settledIn) {
    return new Tallied.Late(gateKey, settledIn);
  }

  @Test
  void what_is_too_old_goes_and_the_place_stays() {
    tally(9, decided(5, 50, 100), decided(6, 60, 200));
    assertThat(store().<Boolean>read(queries -> queries.decided().anyBefore(100))).isFalse();
    assertThat(store().<Boolean>read(queries -> queries.decided().anyBefore(101))).isTrue();
    commit(writing().tally(new Tallied(List.of(), List.of(), 0, 200)).writes());
    assertThat(below(0, NEWEST, 9)).extracting(Decided::eventId).containsExactly(6L);
    assertThat(tallied()).isEqualTo(9);
  }

  @Test
  void a_scan_reads_what_can_tell_of_a_decision_and_passes_over_the_rest() {
    Run run = Samples.parked(2, 1, 3, null);
    commit(
        writing()
            .add(Samples.session(1))
            .add(run)
            .add(Samples.journal(20, run, new LedgerEvent.Started()))
            .add(Samples.journal(22, run, new LedgerEvent.ApprovalSettled("apr_1")))
            .add(Samples.journal(24, run, new LedgerEvent.QuestionSettled("qst_1")))
            .add(Samples.journal(26, run, new LedgerEvent.RunUpdated()))
            .writes());
    List<Scanned<String>> scanned = store().read(queries -> scan(queries.decided(), 0, 9));
    assertThat(scanned).extracting(Scanned::lastId).containsExactly(20L, 22L, 24L, 26L);
    assertThat(scanned)
        .extracting(Scanned::facts)
        .containsExactly(null, run.id() + " ApprovalSettled", run.id() + " QuestionSettled", null);
    assertThat(store().<List<Scanned<String>>>read(queries -> scan(queries.decided(), 22, 1)))
        .extracting(Scanned::lastId)
        .containsExactly(24L);
  }

  private static List<Scanned<String>> scan(DecidedQueries decided, long after, int limit) {
    return decided.scan(
        after,
        limit,
        row ->
            (row.run() == null ? "" : row.run().id())
                + " "
                + row.events().getFirst().getClass().getSimpleName());
  }
}
