package dev.holdpoint.engine.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.audit.ActionKind;
import dev.holdpoint.core.audit.Checkpoint;
import dev.holdpoint.core.audit.ExternalAction;
import dev.holdpoint.core.audit.Seal;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is hashed is what everybody sees, though it is written another way. */
class AuditFormsTest {
  private static final String STRANGE = "a\"b\\\u0001\u2028 Grüße 🌍 \ud83d";

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "plain", STRANGE})
  void the_hash_of_a_record_is_of_the_form_that_is_shown(@Nullable String text) {
    for (ActionKind kind : ActionKind.values()) {
      for (ExternalAction.Phase phase : ExternalAction.Phase.values()) {
        ExternalAction action =
            new ExternalAction(
                new ExternalAction.Deed(
                    7,
                    "run_" + text,
                    "session " + text,
                    "agent " + text,
                    text,
                    "principal " + text,
                    text,
                    text,
                    phase,
                    kind,
                    "target " + text,
                    "digest",
                    text,
                    text),
                Integer.MAX_VALUE,
                "act_1",
                Long.MAX_VALUE,
                new Seal(text, "hash", "key", "signature"));

        assertThat(AuditForms.hashed(action))
            .isEqualTo(CanonicalJson.of(AuditForms.unsealed(AuditForms.of(action))));
      }
    }
  }

  @SuppressWarnings("ImmutableEnumChecker") // records that cannot be changed
  enum Subject {
    RUN(new Checkpoint.OfRun(7, "run_7", STRANGE, 3, "last")),
    KEY(new Checkpoint.OfKey("key", "public")),
    LOSS(new Checkpoint.OfLoss(3, 1, 2));

    private final Checkpoint.Subject it;

    Subject(Checkpoint.Subject it) {
      this.it = it;
    }
  }

  @ParameterizedTest
  @EnumSource
  void the_hash_of_a_checkpoint_is_of_the_form_that_is_shown(Subject subject) {
    for (long number : new long[] {1, 1L << 53, (1L << 53) + 1}) {
      Checkpoint checkpoint =
          new Checkpoint(
              number,
              "ckp_1",
              number,
              "ledger",
              subject.it,
              new Seal(number == 1 ? null : "before", "hash", "key", "signature", Seal.COVERED));

      assertThat(AuditForms.hashed(checkpoint))
          .isEqualTo(CanonicalJson.of(AuditForms.unsealed(AuditForms.of(checkpoint))));
    }
  }

  @Test
  void no_member_of_the_seal_is_hashed_but_what_came_before() {
    Checkpoint checkpoint =
        new Checkpoint(
            1,
            "ckp_1",
            2,
            "ledger",
            new Checkpoint.OfKey("added", "public"),
            new Seal("before", "HASH", "KEY", "SIGNATURE"));

    assertThat(AuditForms.hashed(checkpoint))
        .contains("\"prev_hash\":\"before\"")
        .doesNotContain("HASH", "KEY", "SIGNATURE");
  }
}
