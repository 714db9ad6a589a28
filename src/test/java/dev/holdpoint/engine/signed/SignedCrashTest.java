package dev.holdpoint.engine.signed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.access.Algorithm;
import dev.holdpoint.core.access.ApprovalPolicy;
import dev.holdpoint.core.access.ApproverKey;
import dev.holdpoint.core.access.Assertion;
import dev.holdpoint.core.access.Tenant;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.access.Verification;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.secret.Secret;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.commit.Signatories;
import dev.holdpoint.engine.gate.Clarifications;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.loop.Advance;
import dev.holdpoint.engine.secret.Secrets;
import dev.holdpoint.vault.TinkVault;
import dev.holdpoint.vault.VaultKey;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Three approvers decide at random, with secrets and without, on approvals that take one yes or
 * two, while commits fail, answers get lost and the daemon dies and is started again on the same
 * database. After every step: an approved approval has its secret, one that waits has none that
 * anybody could use, a denied or expired one has left none, nobody won twice, and whoever asks
 * again under the same key hears the same.
 */
final class SignedCrashTest {
  private static final VaultKey VAULT_KEY = VaultKey.generate();
  private static final String ALIAS = "CRM_API_KEY";
  private static final Json ITEMS =
      new Json(
          """
          [{"kind":"secret","description":"d","alias":"CRM_API_KEY"}]""");
  private static final long DEADLINE_MS = 60_000;
  private static final List<String> PEOPLE = List.of("ada", "bob", "cem");
  private static final int STEPS = 60;

  @TempDir private Path folder = Path.of("");

  private final Map<String, ApproverKey> keys = new HashMap<>();
  private final Map<String, String> heard = new HashMap<>();
  private final List<Run> runs = new ArrayList<>();
  private final List<Boolean> withSecret = new ArrayList<>();
  private long passed;

  /** One life of the daemon. */
  private final class Life implements AutoCloseable {
    final Bench bench = new Bench(folder);
    final Secrets secrets = new Secrets(bench.commits, bench.engine, new TinkVault(VAULT_KEY));
    final AssertionVerifier attestations = new AssertionVerifier(bench.engine, secrets);
    final SignedDecisions decisions =
        new SignedDecisions(
            bench.commits, Clarifications.slots(() -> true), bench.approvals, secrets);
    final Conversations conversations =
        new Conversations(
            bench.commits, Clarifications.slots(() -> true), Bench.ROUTES, secrets, 10);

    Life() {
      bench.pass(passed);
    }

    @Override
    public void close() {
      bench.close();
    }
  }

  private static byte[] secretOf(String principal) {
    return (principal + "-0123456789abcdef0123456789abcdef").getBytes(StandardCharsets.US_ASCII);
  }

  private static Tenant tenant(Life life, int required) {
    return Signatories.tenant(
        life.bench.commits, Tenants.ROOT, new ApprovalPolicy(true, required, false, DEADLINE_MS));
  }

  private static ApproverKey key(Life life, Tenant tenant, String principal) {
    return Signatories.hmac(
        life.bench.commits, life.secrets, tenant, principal, secretOf(principal));
  }

  private static Run parked(Life life, Tenant tenant) {
    StoredAnswers.Told told =
        life.conversations.create(
            tenant.id(),
            null,
            null,
            null,
            session -> new StoredAnswers.Answer(201, "text/plain", session.conversationId()));
    Session session =
        Objects.requireNonNull(
            life.bench.store.read(queries -> Conversations.find(queries, told.answer().body())));
    Run run =
        life.bench.now(
            Objects.requireNonNull(
                    life.conversations
                        .say(session.conversationId(), "go", Map.of(), "key_1", null, null)
                        .outcome())
                .run());
    ToolCall call = new ToolCall("call_1", "request_approval", Json.EMPTY_OBJECT);
    return life.bench.progress.advance(
        new Advance(run)
            .turn("", List.of(call))
            .ask(GateDraft.approval(call).because("may I?").requesting(ITEMS)));
  }

  /** Somebody decides; what is heard under a key is the same every time. */
  private void decide(Life life, int which, String principal, boolean approve, boolean secret) {
    Run run = runs.get(which);
    String id = run.approvals().getFirst().id();
    long exp = Bench.START / 1_000 + 3_600;
    ApproverKey key = Objects.requireNonNull(keys.get(which + principal));
    byte[] mac = Verification.hmac(secretOf(principal), Assertion.payload(id, approve, exp));
    Assertion assertion =
        new Assertion(
            key.id(),
            Algorithm.HMAC_SHA256,
            exp,
            Base64.getUrlEncoder().withoutPadding().encodeToString(mac));
    String scope = which + principal + approve + secret;
    StoredAnswers.Told told =
        life.decisions.decide(
            new SignedDecisions.Spec(
                id,
                life.attestations.attest(assertion, id, approve, Map.of()),
                secret ? Map.of(ALIAS, "value of " + principal) : Map.of(),
                null,
                null),
            "key_1",
            new StoredAnswers.Key(scope, "print"),
            decided ->
                new StoredAnswers.Answer(200, "text/plain", decided.approval().state().toString()));
    String before = heard.putIfAbsent(scope, told.answer().body());
    assertThat(told.answer().body()).isEqualTo(before == null ? told.answer().body() : before);
    if (approve && secret && !told.replayed()) {
      withSecret.set(which, true);
    }
  }

  private void check(Life life) {
    for (int i = 0; i < runs.size(); i++) {
      Run run = life.bench.now(runs.get(i));
      Approval approval = approval(life, run, runs.get(i).approvals().getFirst().id());
      List<Secret> kept =
          life.bench.store.read(
              queries ->
                  queries
                      .safe()
                      .of(
                          Objects.requireNonNull(queries.session(run.head().sessionId()))
                              .conversationId()));
      List<Secret> live = kept.stream().filter(Secret::isLive).toList();
      switch (approval.state()) {
        case ApprovalState.Pending pending -> {
          assertThat(live).as("nobody may use it yet").isEmpty();
          assertThat(kept.isEmpty() || !pending.endorsements().isEmpty())
              .as("held for whoever said yes")
              .isTrue();
          assertThat(run.status()).isEqualTo(RunStatus.WAITING_FOR_APPROVAL);
        }
        case ApprovalState.Allowed _ -> {
          assertThat(live).hasSameSizeAs(kept);
          assertThat(run.status()).isEqualTo(RunStatus.RUNNING);
          if (withSecret.get(i)) {
            assertThat(live).as("never approved without its secret").hasSize(1);
          }
        }
        default -> {
          assertThat(kept).as(approval.state() + " leaves none").isEmpty();
          assertThat(run.status()).isEqualTo(RunStatus.FAILED);
        }
      }
      long resolved =
          life.bench.store.read(
              queries ->
                  queries.journalAfter(0, 10_000).stream()
                      .filter(row -> row.run() != null && row.run().key() == run.key())
                      .flatMap(row -> row.events().stream())
                      .filter(LedgerEvent.ApprovalResolved.class::isInstance)
                      .count());
      assertThat(resolved)
          .as("one winner")
          .isEqualTo(
              approval.state() instanceof ApprovalState.Allowed
                      || approval.state() instanceof ApprovalState.Denied
                  ? 1
                  : 0);
    }
  }

  private static Approval approval(Life life, Run run, String id) {
    return run.approval(id)
        .orElseGet(
            () ->
                life.bench.store.read(queries -> Gates.approval(queries, id).orElseThrow().gate()));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  // S1-44, S1-63
  void S1_44_S1_63_both_or_neither_and_one_winner_whenever_it_dies(long seed) {
    Random chance = new Random(seed);
    try (Life life = new Life()) {
      for (int i = 0; i < 4; i++) {
        Tenant tenant = tenant(life, 1 + i % 2);
        for (String person : PEOPLE) {
          keys.put(i + person, key(life, tenant, person));
        }
        runs.add(parked(life, tenant));
        withSecret.add(false);
      }
    }
    Life life = new Life();
    try {
      for (int step = 0; step < STEPS; step++) {
        boolean dies = false;
        switch (chance.nextInt(4)) {
          case 0 -> {
            life.bench.store.failingCommits = 1;
            dies = chance.nextBoolean();
          }
          case 1 -> {
            life.bench.store.lostAnswers = 1;
            dies = true;
          }
          default -> dies = chance.nextInt(8) == 0;
        }
        try {
          if (step > STEPS / 2 && chance.nextInt(10) == 0) {
            passed += DEADLINE_MS / 3;
            life.bench.pass(DEADLINE_MS / 3);
            life.bench.deadlines.expireDue();
          } else {
            decide(
                life,
                chance.nextInt(runs.size()),
                PEOPLE.get(chance.nextInt(PEOPLE.size())),
                chance.nextInt(5) > 0,
                chance.nextBoolean());
          }
        } catch (Refused refused) {
          // Too late, or the commit failed; what is true is in the tables.
          assertThat(refused.refusal().detail()).isNotBlank();
        }
        life.bench.store.failingCommits = 0;
        life.bench.store.lostAnswers = 0;
        if (dies) {
          life.close();
          life = new Life();
        }
        check(life);
      }
    } finally {
      life.close();
    }
  }
}
