package dev.holdpoint.http.v1.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.access.RefusedAssertion;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.Consequences;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.Writer;
import dev.holdpoint.engine.delivery.OutboundPolicy;
import dev.holdpoint.engine.signed.RefusedAssertions;
import dev.holdpoint.store.MigratedLedger;
import dev.holdpoint.store.sqlite.SqliteStore;
import dev.holdpoint.vault.AuditKey;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FailedAssertionsTest {
  private final AtomicLong clock = new AtomicLong(1_763_200_000_000L);
  private final AtomicLong keys = new AtomicLong();
  private SqliteStore store;
  private Engine engine;
  private Writer writer;

  @BeforeEach
  void open(@TempDir Path folder) {
    store = MigratedLedger.open(folder.resolve("ledger.db"));
    engine =
        new Engine(
            store,
            () -> Instant.ofEpochMilli(clock.get()),
            prefix -> Ulid.id(prefix, keys.incrementAndGet(), 1),
            _ -> {},
            Consequences.parts(OutboundPolicy.USUAL, AuditKey.generate()));
    writer = new Writer(engine).start();
  }

  @AfterEach
  void close() {
    writer.close();
    store.close();
  }

  private FailedAssertions limitedTo(OptionalInt perMinute) {
    return new FailedAssertions(
        new RefusedAssertions(writer), () -> Instant.ofEpochMilli(clock.get()), perMinute);
  }

  private static FailedAssertions.Failed by(String principal, boolean local) {
    return new FailedAssertions.Failed(principal, local, "tnt_1", "apr_1", true, "apk_1", "req_1");
  }

  @Test
  void a_caller_who_fails_too_often_waits_and_nobody_else_does() {
    FailedAssertions failures = limitedTo(OptionalInt.of(2));

    assertThat(failures.tell(by("key_1", true))).isEmpty();
    assertThat(failures.tell(by("key_1", true))).isEmpty();
    assertThat(failures.tell(by("key_1", true))).isEqualTo(OptionalLong.of(30));
    assertThat(failures.tell(by("key_2", true))).isEmpty();
    clock.addAndGet(29_000);
    assertThat(failures.tell(by("key_1", true))).isEqualTo(OptionalLong.of(1));
    clock.addAndGet(1_000);
    assertThat(failures.tell(by("key_1", true))).isEmpty();
    assertThat(failures.count()).isEqualTo(6);
  }

  @Test
  void callers_on_this_machine_are_not_held_up_unless_somebody_says_so() {
    FailedAssertions failures = limitedTo(OptionalInt.empty());

    for (int i = 0; i < 100; i++) {
      assertThat(failures.tell(by("key_1", true))).isEmpty();
    }
    for (int i = 0; i < 60; i++) {
      assertThat(failures.tell(by("key_2", false))).isEmpty();
    }
    assertThat(failures.tell(by("key_2", false))).isEqualTo(OptionalLong.of(1));
  }

  @Test
  void of_a_flood_some_are_on_record_and_a_clock_that_goes_back_gives_nothing() {
    FailedAssertions failures = limitedTo(OptionalInt.empty());

    for (int i = 0; i < 50; i++) {
      failures.tell(by("key_1", true));
    }
    clock.addAndGet(-60_000);
    failures.tell(by("key_1", true));

    List<RefusedAssertion> kept =
        engine.read(
            queries -> queries.keptBelow(RefusedAssertion.KIND, "tnt_1", Long.MAX_VALUE, 1_000));
    assertThat(kept).hasSize(10);
    assertThat(kept.getFirst().by()).isEqualTo("key_1");
    assertThat(failures.count()).isEqualTo(51);
  }

  @Test
  void only_the_newest_of_a_tenant_are_kept() {
    RefusedAssertions records = new RefusedAssertions(writer);
    for (int i = 0; i < RefusedAssertions.KEPT + 150; i++) {
      records.note("tnt_1", "apr_" + i, true, "apk_1", "key_1", "req_1");
    }
    records.note("tnt_2", "apr_other", false, "apk_1", "key_1", "req_1");

    assertThat(count("tnt_1")).isBetween(1_000L, 1_101L);
    assertThat(count("tnt_2")).isEqualTo(1);
  }

  private long count(String tenantId) {
    return engine.read(queries -> queries.countKept(RefusedAssertion.KIND, tenantId));
  }
}
