package dev.holdpoint.engine.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.problem.Refused;
import org.junit.jupiter.api.Test;

final class HeapTest {
  private static final int BODY = 16 * 1024 * 1024;
  private static final int FILE = 10 * 1024 * 1024;

  private static Heap ofMegabytes(long megabytes) {
    return new Heap(megabytes << 20);
  }

  @Test
  void nothing_is_lowered_with_a_heap_of_700_megabytes_or_more() {
    for (long megabytes : new long[] {700, 1_024, 4_096, 65_536}) {
      Heap heap = ofMegabytes(megabytes);
      assertThat(heap.body(BODY)).isEqualTo(BODY);
      assertThat(heap.file(FILE)).isEqualTo(FILE);
      assertThat(heap.workers(64)).isEqualTo(64);
      assertThat(heap.works(256)).isEqualTo(256);
      assertThat(heap.rows(64)).isEqualTo(64);
      assertThat(heap.streamReaders(16)).isEqualTo(16);
      assertThat(heap.transcripts()).isEqualTo(16L << 20);
    }
  }

  @Test
  void with_less_all_of_it_follows_the_heap_and_leaves_something_of_everything() {
    Heap small = ofMegabytes(Heap.SMALLEST_MB - 3);
    assertThat(small.isSupported()).isTrue();
    assertThat(small.body(BODY)).isBetween(1 << 20, 2 << 20);
    assertThat(small.file(FILE)).isLessThan(small.body(BODY));
    assertThat(small.workers(64)).isBetween(2, 16);
    assertThat(small.works(256)).isEqualTo(2);
    assertThat(small.streamReaders(16)).isEqualTo(1);
    assertThat(small.requests() + small.work() + small.frames() + 2 * small.transcripts())
        .isLessThan(small.bytes());
    assertThat(ofMegabytes(Heap.SMALLEST_MB / 2).isSupported()).isFalse();
  }

  @Test
  void a_smaller_setting_is_kept() {
    assertThat(ofMegabytes(64).body(1_024)).isEqualTo(1_024);
    assertThat(ofMegabytes(64).workers(1)).isEqualTo(1);
  }

  @Test
  void what_one_has_another_does_not_get_until_it_is_given_back() {
    HeapBudget budget = new HeapBudget(1_000);
    HeapShare one = new HeapShare(budget);
    HeapShare other = new HeapShare(budget);
    one.grow(900);
    one.grow(100);
    other.grow(100);
    assertThatThrownBy(() -> other.grow(101)).isInstanceOf(Refused.class);
    one.giveBack();
    one.giveBack();
    other.grow(1_000);
    assertThatThrownBy(() -> one.grow(1)).isInstanceOf(Refused.class);
  }

  @Test
  void the_largest_list_counts_and_not_all_of_them_together() {
    HeapBudget budget = new HeapBudget(6_000_000);
    HeapShare share = new HeapShare(budget);
    ScopedValue.where(HeapShare.NOW, share)
        .run(
            () -> {
              for (int i = 0; i < 100; i++) {
                HeapShare.listBegins();
                HeapShare.read(500_000);
                HeapShare.read(500_000);
              }
              HeapShare.listBegins();
              HeapShare.read(500_000);
              HeapShare.read(500_000);
              assertThatThrownBy(() -> HeapShare.read(1))
                  .isInstanceOf(Refused.class)
                  .hasMessageContaining("limit");
            });
    share.giveBack();
    assertThat(budget.take(6_000_000)).isTrue();
  }
}
