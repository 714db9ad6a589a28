package dev.holdpoint.engine.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.audit.Checkpoint;
import dev.holdpoint.core.audit.Seal;
import dev.holdpoint.core.audit.WitnessMark;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** When a head is sent to the witness. */
final class WitnessMarkTest {
  private static final long EVERY_MS = 3_600_000;
  private static final long NOW = 10_000_000;
  private static final WitnessMark NEW = WitnessMark.of("target", NOW);

  private static Checkpoint head(long sequence, String hash) {
    return new Checkpoint(
        sequence,
        "ckp_" + sequence,
        NOW,
        "ledger",
        new Checkpoint.OfKey("key", "public"),
        new Seal(null, hash, "key", "signature"));
  }

  private static WitnessMark.Trial trial(WitnessMark mark) {
    return Objects.requireNonNull(mark.trial());
  }

  private static WitnessMark arrived(Checkpoint head) {
    WitnessMark sending = NEW.sending(head, "dlv_1", 1, NOW + 60_000);
    return sending.arrived(trial(sending), NOW);
  }

  @Test
  void a_head_is_due_at_once_and_the_next_after_the_period() {
    assertThat(NEW.isDue(head(1, "a"), NOW, EVERY_MS, false)).isTrue();
    WitnessMark has = arrived(head(1, "a"));
    assertThat(has.isDue(head(1, "a"), NOW + EVERY_MS, EVERY_MS, true)).isFalse();
    assertThat(has.isDue(head(2, "b"), NOW + EVERY_MS - 1, EVERY_MS, false)).isFalse();
    assertThat(has.isDue(head(2, "b"), NOW + EVERY_MS, EVERY_MS, false)).isTrue();
    assertThat(has.isDue(head(2, "b"), NOW + 1, EVERY_MS, true)).as("at a stop").isTrue();
    assertThat(has.isDue(head(1, "other"), NOW + EVERY_MS, EVERY_MS, false))
        .as("another history")
        .isTrue();
  }

  @Test
  @DisplayName("PF-58 what one node is sending no other sends")
  void PF_58_what_is_being_sent_is_sent_by_nobody_else_until_it_counts_as_lost() {
    WitnessMark sending = NEW.sending(head(1, "a"), "dlv_1", 1, NOW + 60_000);
    assertThat(sending.isDue(head(2, "b"), NOW + 59_999, EVERY_MS, true)).isFalse();
    assertThat(sending.isDue(head(2, "b"), NOW + 60_000, EVERY_MS, false)).isTrue();
    assertThat(sending.abandoned(NOW + 1).isDue(head(1, "a"), NOW + 1, EVERY_MS, false)).isTrue();
  }

  @Test
  void the_same_head_is_sent_again_under_its_id_and_a_newer_one_under_another() {
    WitnessMark sending = NEW.sending(head(1, "a"), "dlv_1", 1, NOW + 60_000);
    WitnessMark failed = sending.failed(trial(sending), NOW + 1_000);
    assertThat(failed.isDue(head(1, "a"), NOW + 999, EVERY_MS, false)).isFalse();
    assertThat(failed.isDue(head(1, "a"), NOW + 1_000, EVERY_MS, false)).isTrue();
    WitnessMark.Trial again = trial(failed.sending(head(1, "a"), "dlv_2", 2, NOW + 60_000));
    assertThat(again.id()).isEqualTo("dlv_1");
    assertThat(again.strikes()).isEqualTo(1);
    assertThat(trial(failed.sending(head(2, "b"), "dlv_2", 2, NOW + 60_000)).id())
        .isEqualTo("dlv_2");
  }

  @Test
  void a_clock_that_was_set_back_keeps_nobody_waiting() {
    WitnessMark has = arrived(head(1, "a"));
    assertThat(has.isDue(head(2, "b"), NOW - 1, EVERY_MS, false)).isTrue();
    WitnessMark sending = has.sending(head(2, "b"), "dlv_2", 1, NOW + 60_000);
    WitnessMark failed = sending.failed(trial(sending), NOW + 1_000);
    assertThat(failed.isDue(head(2, "b"), NOW - 2 * EVERY_MS, EVERY_MS, false)).isTrue();
  }
}
