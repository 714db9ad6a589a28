package dev.holdpoint.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import dev.holdpoint.engine.port.failure.Damaged;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.port.store.RecordWalk;
import dev.holdpoint.engine.port.store.TermHits;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a ledger owes to the small records. */
public abstract class ShelvesContract extends StoreContract {
  record Note(
      long key,
      @Nullable String name,
      String group,
      @Nullable Long dueAtMs,
      Set<String> terms,
      String text)
      implements StoredRecord {}

  record Other(long key, String word) implements StoredRecord {}

  record Owned(long key, String group, @Nullable String tenant) implements StoredRecord {}

  /** Read as a note, its document has another key than its row. */
  record Bent(long place, String set, @Nullable Long time, @Nullable String owner)
      implements StoredRecord {
    @Override
    public long key() {
      return place;
    }

    @Override
    public String group() {
      return set;
    }

    @Override
    public @Nullable Long dueAtMs() {
      return time;
    }

    @Override
    public @Nullable String tenant() {
      return owner;
    }
  }

  private static final RecordKind<Note> NOTES = new RecordKind<>(31, Note.class);
  private static final RecordKind<Other> OTHERS = new RecordKind<>(32, Other.class);

  private static final RecordKind<Owned> OWNED = new RecordKind<>(30, Owned.class);

  private static Note note(long key, @Nullable String name, String group) {
    return new Note(key, name, group, null, Set.of(), "text of " + key);
  }

  private static Note due(long key, long atMs) {
    return new Note(key, null, "", atMs, Set.of(), "");
  }

  private static Note about(long key, String group, String... terms) {
    return new Note(key, null, group, null, Set.of(terms), "");
  }

  private void keep(Note... notes) {
    Writing writing = writing();
    for (Note note : notes) {
      writing.keep(NOTES, note);
    }
    commit(writing.writes());
  }

  @Test
  void a_record_is_found_by_its_key_and_its_name_on_its_own_shelf() {
    keep(note(1, "a", ""), note(2, null, ""));
    commit(writing().keep(OTHERS, new Other(1, "x")).writes());
    assertThat(now().kept(NOTES, 1)).isEqualTo(note(1, "a", ""));
    assertThat(now().kept(OTHERS, 1)).isEqualTo(new Other(1, "x"));
    assertThat(now().kept(OTHERS, 2)).isNull();
    assertThat(now().named(NOTES, "a")).isEqualTo(note(1, "a", ""));
    assertThat(now().named(OTHERS, "a")).isNull();
    assertThat(now().keptAmong(NOTES, List.of(2L, 1L, 7L)))
        .containsExactlyInAnyOrder(note(1, "a", ""), note(2, null, ""));
  }

  @Test
  void a_record_is_replaced_whole_and_removed_whole() {
    keep(about(1, "g", "red", "blue"));
    keep(about(1, "h", "blue", "green"));
    assertThat(now().countKept(NOTES, "g")).isZero();
    assertThat(now().countKept(NOTES, "h")).isEqualTo(1);
    assertThat(now().withTerms(NOTES, List.of("g", "h"), List.of("red"), 9)).isEmpty();
    assertThat(now().withTerms(NOTES, List.of("g", "h"), List.of("green"), 9)).hasSize(1);
    commit(writing().discard(NOTES, about(1, "h")).writes());
    assertThat(now().kept(NOTES, 1)).isNull();
    assertThat(now().withTerms(NOTES, List.of("h"), List.of("green"), 9)).isEmpty();
  }

  @Test
  void a_name_is_taken_once_and_free_again_afterwards() {
    keep(note(1, "a", ""));
    assertThatThrownBy(() -> keep(note(2, "a", ""))).isInstanceOf(StoreFailure.class);
    commit(writing().discard(NOTES, note(1, "a", "")).writes());
    keep(note(2, "a", ""));
    assertThat(now().named(NOTES, "a")).isEqualTo(note(2, "a", ""));
  }

  @Test
  void lists_are_newest_first_and_narrowed_by_group() {
    keep(note(1, null, "g"), note(2, null, "h"), note(3, null, "g"), note(4, null, "g"));
    assertThat(now().keptBelow(NOTES, null, Long.MAX_VALUE, 3))
        .extracting(Note::key)
        .containsExactly(4L, 3L, 2L);
    assertThat(now().keptBelow(NOTES, "g", 4, 9)).extracting(Note::key).containsExactly(3L, 1L);
    assertThat(now().countKept(NOTES, null)).isEqualTo(4);
    assertThat(now().countKept(NOTES, "g")).isEqualTo(3);
    assertThat(now().countKept(OTHERS, null)).isZero();
  }

  // PF-74
  @Test
  void PF_74_lists_are_narrowed_by_tenant() {
    commit(
        writing()
            .keep(OWNED, new Owned(1, "g", "a"))
            .keep(OWNED, new Owned(2, "g", "b"))
            .keep(OWNED, new Owned(3, "h", "a"))
            .keep(OWNED, new Owned(4, "g", null))
            .keep(OWNED, new Owned(5, "g", "a"))
            .writes());
    assertThat(now().keptOf(OWNED, "a", null, Long.MAX_VALUE, 2))
        .extracting(Owned::key)
        .containsExactly(5L, 3L);
    assertThat(now().keptOf(OWNED, "a", "g", 5, 9)).extracting(Owned::key).containsExactly(1L);
    assertThat(now().countKeptOf(OWNED, "a", null)).isEqualTo(3);
    assertThat(now().countKeptOf(OWNED, "a", "g")).isEqualTo(2);
    commit(writing().keep(OWNED, new Owned(5, "g", "b")).writes());
    assertThat(now().countKeptOf(OWNED, "a", "g")).isEqualTo(1);
    assertThat(now().countKept(OWNED, "g")).isEqualTo(4);
  }

  private void damage(long key, String group, @Nullable Long dueAtMs) {
    RecordKind<Bent> shelf = new RecordKind<>(NOTES.code(), Bent.class);
    commit(writing().keep(shelf, new Bent(key, group, dueAtMs, null)).writes());
  }

  @Test
  void a_damaged_record_is_passed_over_and_no_page_is_shorter_for_it() {
    keep(note(1, null, "g"), note(3, null, "g"), note(5, null, "g"));
    for (long key : new long[] {2, 4, 6, 7}) {
      damage(key, "g", null);
    }
    checkPagesOfOdd(null);
    checkPagesOfOdd("g");
    assertThat(now().keptAmong(NOTES, List.of(1L, 2L, 3L)))
        .extracting(Note::key)
        .containsExactlyInAnyOrder(1L, 3L);
    assertThatThrownBy(() -> now().kept(NOTES, 4)).hasRootCauseInstanceOf(Damaged.class);
  }

  private void checkPagesOfOdd(@Nullable String group) {
    assertThat(now().keptBelow(NOTES, group, Long.MAX_VALUE, 2))
        .extracting(Note::key)
        .containsExactly(5L, 3L);
    assertThat(now().keptBelow(NOTES, group, 3, 2)).extracting(Note::key).containsExactly(1L);
    assertThat(RecordWalk.of(now(), NOTES, group)).hasSize(3);
  }

  @Test
  void a_damaged_record_of_a_tenant_is_passed_over() {
    RecordKind<Bent> shelf = new RecordKind<>(OWNED.code(), Bent.class);
    commit(
        writing()
            .keep(OWNED, new Owned(1, "g", "a"))
            .keep(shelf, new Bent(2, "g", null, "a"))
            .keep(OWNED, new Owned(3, "g", "a"))
            .keep(shelf, new Bent(4, "g", null, "a"))
            .writes());
    assertThat(now().keptOf(OWNED, "a", null, Long.MAX_VALUE, 2))
        .extracting(Owned::key)
        .containsExactly(3L, 1L);
    assertThat(now().keptOf(OWNED, "a", "g", Long.MAX_VALUE, 2)).hasSize(2);
  }

  @Test
  void a_list_that_must_be_complete_fails_with_a_damaged_record() {
    RecordKind<Note> rules = NOTES.alwaysComplete();
    keep(note(1, null, "g"), note(3, null, "h"));
    damage(2, "g", null);

    assertThatThrownBy(() -> now().keptBelow(rules, null, Long.MAX_VALUE, 9))
        .hasRootCauseInstanceOf(Damaged.class);
    assertThatThrownBy(() -> now().keptBelow(rules, "g", Long.MAX_VALUE, 9))
        .hasRootCauseInstanceOf(Damaged.class);
    assertThat(now().keptBelow(rules, "h", Long.MAX_VALUE, 9)).hasSize(1);
    assertThatThrownBy(() -> now().keptAmong(rules, List.of(1L, 2L)))
        .hasRootCauseInstanceOf(Damaged.class);
  }

  @Test
  void what_is_due_and_damaged_keeps_nothing_else_waiting() {
    keep(due(1, 30), due(2, 10), due(3, 20), due(6, 10));
    damage(4, "", 5L);
    damage(5, "", 10L);

    assertThat(now().due(NOTES, 99, 1)).extracting(Note::key).containsExactly(2L);
    assertThat(now().due(NOTES, 25, 3)).extracting(Note::key).containsExactly(2L, 6L, 3L);
    assertThat(now().due(NOTES.alwaysComplete(), 5, 3)).isEmpty();
  }

  @Test
  void what_is_due_comes_earliest_first() {
    keep(due(1, 30), due(2, 10), due(3, 20), note(4, null, ""));
    assertThat(now().nextDue()).isEqualTo(10);
    assertThat(now().due(NOTES, 20, 9)).extracting(Note::key).containsExactly(2L, 3L);
    assertThat(now().due(NOTES, 99, 1)).extracting(Note::key).containsExactly(2L);
    assertThat(now().due(OTHERS, 99, 9)).isEmpty();
    keep(note(2, null, ""), note(3, null, ""), note(1, null, ""));
    assertThat(now().nextDue()).isNull();
  }

  @Test
  void a_search_gives_the_best_first_and_then_the_newest() {
    keep(
        about(1, "g", "red", "blue"),
        about(2, "g", "red"),
        about(3, "h", "red", "blue"),
        about(4, "g", "blue"));
    assertThat(now().groupsWith(NOTES, "red", 9)).containsExactlyInAnyOrder("g", "g", "h");
    assertThat(now().groupsWith(NOTES, "red", 2)).hasSize(2);
    assertThat(now().groupsWith(OTHERS, "red", 9)).isEmpty();
    assertThat(now().withTerms(NOTES, List.of("g"), List.of("red", "blue"), 9))
        .containsExactly(new TermHits(1, 2), new TermHits(4, 1), new TermHits(2, 1));
    assertThat(now().withTerms(NOTES, List.of("g", "h"), List.of("red"), 1))
        .containsExactly(new TermHits(3, 1));
    assertThat(now().withTerms(NOTES, List.of("g"), List.of(), 9)).isEmpty();
    assertThat(now().withTerms(NOTES, List.of(), List.of("red"), 9)).isEmpty();
  }

  @Test
  void keys_stay_above_those_of_records_that_are_gone() {
    keep(note(70, null, ""));
    assertThat(now().lastKey()).isEqualTo(70);
    commit(writing().discard(NOTES, note(70, null, "")).writes());
    assertThat(now().lastKey()).isEqualTo(70);
  }

  @Test
  void a_word_leads_to_the_newest_that_have_it_and_a_rare_one_to_all() {
    Writing writing = writing().keep(NOTES, about(1, "g", "the", "narwhal"));
    for (int key = 2; key <= 2_002; key++) {
      writing.keep(NOTES, about(key, "g", "the"));
    }
    commit(writing.writes());

    assertThat(now().withTerms(NOTES, List.of("g"), List.of("the"), 3))
        .containsExactly(new TermHits(2_002, 1), new TermHits(2_001, 1), new TermHits(2_000, 1));
    assertThat(now().withTerms(NOTES, List.of("g"), List.of("the", "narwhal"), 9_999))
        .hasSize(2_001)
        .endsWith(new TermHits(1, 1));
  }
}
