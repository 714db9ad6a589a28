package dev.holdpoint.cli.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.gate.InboxBodies.InboxRow;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A list that is older than what is known takes nothing back. */
final class ListReadsTest {
  private static final Card FIRST = Cards.approval("apr_1", 1, "make");
  private static final Card SECOND = Cards.question("qst_2", 2, null);
  private static final InboxEvent.Listed BOTH = Cards.list(Inbox.EMPTY, false, FIRST, SECOND);

  private final ListReads reads = new ListReads();

  private List<String> listed() {
    return reads.current(BOTH).rows().stream().map(InboxRow::id).toList();
  }

  @Test
  void what_was_settled_while_the_list_was_read_is_left_out() {
    reads.began();
    reads.settled(List.of("qst_2"));
    reads.ended();
    assertThat(reads.isOld(BOTH)).isTrue();
    assertThat(listed()).containsExactly("apr_1");
  }

  @Test
  void a_list_that_was_asked_for_afterwards_is_taken_as_it_is() {
    reads.began();
    reads.settled(List.of("qst_2"));
    reads.ended();
    reads.began();
    reads.ended();
    assertThat(reads.isOld(BOTH)).isFalse();
    reads.settled(List.of("qst_2"));
    assertThat(listed()).containsExactly("apr_1", "qst_2");
  }

  @Test
  void the_later_of_two_reads_ends_the_doubt() {
    reads.began();
    reads.settled(List.of("qst_2"));
    reads.began();
    reads.ended();
    assertThat(reads.areUnderWay()).isTrue();
    assertThat(listed()).as("either may be the older one").containsExactly("apr_1");
    reads.ended();
    reads.began();
    assertThat(listed()).containsExactly("apr_1", "qst_2");
  }

  @Test
  void what_was_undone_waits_again() {
    reads.began();
    reads.settled(List.of("apr_1", "qst_2"));
    reads.waitAgain(List.of("apr_1"));
    reads.ended();
    assertThat(listed()).containsExactly("apr_1");
  }
}
