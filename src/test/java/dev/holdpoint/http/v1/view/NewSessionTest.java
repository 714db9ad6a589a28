package dev.holdpoint.http.v1.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.core.access.ApprovalPolicy;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.session.CapabilityScope;
import dev.holdpoint.core.session.CredentialScope;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.commit.CountingStore;
import dev.holdpoint.engine.journal.Feed;
import dev.holdpoint.engine.journal.RunWaits;
import dev.holdpoint.engine.policy.CommittedPolicies;
import dev.holdpoint.engine.run.RunOutcome;
import dev.holdpoint.engine.session.Sessions;
import dev.holdpoint.engine.standing.Standings;
import dev.holdpoint.store.MigratedLedger;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was just committed is shown as it would be read, and is not read. */
final class NewSessionTest {
  private static final IdempotencyKey KEY = new IdempotencyKey("who key", "digest", List.of());
  private static final CapabilityScope CAPABILITY =
      new CapabilityScope(
          List.of("b", "a"), List.of("c"), List.of("m"), List.of(), List.of("t"), List.of("u"));
  private static final CredentialScope CREDENTIAL =
      new CredentialScope(
          List.of("scripted"),
          List.of(),
          List.of("x"),
          List.of("y"),
          List.of(),
          List.of(),
          List.of("m"),
          List.of("n"));

  @TempDir private Path folder = Path.of("");
  private final WireJson json = new WireJson();
  private CountingStore counted;
  private Bench bench;
  private ViewContext sight;

  @BeforeEach
  void open() {
    counted = new CountingStore(MigratedLedger.open(folder.resolve("ledger.db")));
    bench = new Bench(counted);
    sight =
        new ViewContext(
            bench.engine,
            new RunWaits(new Feed(bench.engine, 10)),
            json,
            new Standings(
                CommittedPolicies.of(bench.engine, _ -> ApprovalPolicy.DEFAULT), _ -> Map.of()));
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private Sessions.Made make() {
    return bench.sessions.createOrReuse(
        new Sessions.Spec("s", "thread", CAPABILITY, CREDENTIAL, null, null), KEY);
  }

  @Test
  void a_new_session_is_shown_without_a_read_as_it_would_be_read() {
    counted.reset();
    Sessions.Made made = make();
    String shown = json.text(sight.show(made, null));
    assertThat(counted.questions()).isZero();
    assertThat(shown).contains("thread").isEqualTo(json.text(sight.showSession("s")));
  }

  @Test
  void one_that_was_there_before_is_read() {
    make();
    Run run = bench.submit("s");
    Sessions.Made again = make();
    assertThat(again.replayed()).isTrue();
    assertThat(json.text(sight.show(again, null))).contains(run.id());
    Sessions.Made reused =
        bench.sessions.createOrReuse(new Sessions.Spec("s", null, null, null, null, null), null);
    assertThat(reused.isNew()).isFalse();
    assertThat(json.text(sight.show(reused, null))).contains(run.id());
  }

  @Test
  void what_is_submitted_is_shown_without_a_read() {
    make();
    counted.reset();
    for (int i = 0; i < 2; i++) {
      RunOutcome outcome =
          bench.runs.submit("s", Bench.submission(RunHead.Driver.LOOP), false, null);
      assertThat(json.text(sight.show(outcome))).contains(outcome.run().id());
    }
    assertThat(counted.questions()).isZero();
  }
}
