package dev.holdpoint.engine.signed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.access.Algorithm;
import dev.holdpoint.core.access.ApprovalPolicy;
import dev.holdpoint.core.access.ApproverKey;
import dev.holdpoint.core.access.Assertion;
import dev.holdpoint.core.access.Tenant;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.access.Verification;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.commit.Signatories;
import dev.holdpoint.engine.gate.Clarifications;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.loop.Advance;
import dev.holdpoint.engine.secret.Secrets;
import dev.holdpoint.vault.TinkVault;
import dev.holdpoint.vault.VaultKey;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A signed decision and all that is committed with it, under real keys and in a real vault. */
final class SignedDecisionsTest {
  private static final byte[] SHARED =
      "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
  private static final Json ITEMS =
      new Json(
          """
          [{"kind":"secret","description":"the key","alias":"CRM_API_KEY"},
           {"kind":"action","description":"look"}]\
          """);

  @TempDir Path folder;
  private Bench bench;
  private Secrets secrets;
  private AssertionVerifier attestations;
  private SignedDecisions decisions;
  private Conversations conversations;
  private Tenant tenant;
  private ApproverKey grace;
  private ApproverKey linus;

  @BeforeEach
  void open() {
    bench = new Bench(folder);
    secrets = new Secrets(bench.commits, bench.engine, new TinkVault(VaultKey.generate()));
    attestations = new AssertionVerifier(bench.engine, secrets);
    decisions =
        new SignedDecisions(
            bench.commits, Clarifications.slots(() -> true), bench.approvals, secrets);
    conversations =
        new Conversations(
            bench.commits, Clarifications.slots(() -> true), Bench.ROUTES, secrets, 10);
    tenant =
        Signatories.tenant(bench.commits, Tenants.ROOT, new ApprovalPolicy(true, 1, false, 60_000));
    grace = key("grace");
    linus = key("linus");
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private ApproverKey key(String principal) {
    return Signatories.hmac(bench.commits, secrets, tenant, principal, secretOf(principal));
  }

  private static byte[] secretOf(String principal) {
    byte[] secret = SHARED.clone();
    secret[0] = (byte) principal.charAt(0);
    return secret;
  }

  private Session conversation() {
    StoredAnswers.Told told =
        conversations.create(
            tenant.id(),
            null,
            null,
            null,
            session -> new StoredAnswers.Answer(201, "text/plain", session.conversationId()));
    return Objects.requireNonNull(
        bench.store.read(queries -> Conversations.find(queries, told.answer().body())));
  }

  private Run parked(Session session) {
    Run run =
        bench.now(
            Objects.requireNonNull(
                    conversations
                        .say(session.conversationId(), "go", Map.of(), "key_1", null, null)
                        .outcome())
                .run());
    ToolCall call = new ToolCall("call_1", "request_approval", Json.EMPTY_OBJECT);
    return bench.progress.advance(
        new Advance(run)
            .turn("", List.of(call))
            .ask(GateDraft.approval(call).because("may I?").requesting(ITEMS)));
  }

  private StoredAnswers.Told decide(
      ApproverKey key, Run run, boolean approve, Map<String, String> values) {
    return decide(key, run, approve, values, null);
  }

  private StoredAnswers.Told decide(
      ApproverKey key,
      Run run,
      boolean approve,
      Map<String, String> values,
      StoredAnswers.@Nullable Key replay) {
    return decide(key, secretOf(key.principal()), run, approve, values, replay);
  }

  private StoredAnswers.Told decide(
      ApproverKey key,
      byte[] secret,
      Run run,
      boolean approve,
      Map<String, String> values,
      StoredAnswers.@Nullable Key replay) {
    String id = run.approvals().getFirst().id();
    long exp = Bench.START / 1_000 + 300;
    byte[] mac = Verification.hmac(secret, Assertion.payload(id, approve, exp));
    Assertion assertion =
        new Assertion(
            key.id(),
            Algorithm.HMAC_SHA256,
            exp,
            Base64.getUrlEncoder().withoutPadding().encodeToString(mac));
    return decisions.decide(
        new SignedDecisions.Spec(
            id, attestations.attest(assertion, id, approve, values), values, "noted", null),
        "key_1",
        replay,
        decided ->
            new StoredAnswers.Answer(
                200, "text/plain", decided.approval().state().getClass().getSimpleName()));
  }

  private static void refuses(Problem problem, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            Refused.class, refused -> assertThat(refused.refusal().problem()).isEqualTo(problem));
  }

  private List<String> aliases(Session session) {
    return bench.store.read(
        queries ->
            queries.safe().of(session.conversationId()).stream()
                .map(secret -> secret.alias() + (secret.isLive() ? "" : " held"))
                .toList());
  }

  // S1-18, S1-37, S1-42
  @Test
  void a_yes_brings_its_secret_and_the_run_goes_on_in_one_commit() {
    Session session = conversation();
    Run run = parked(session);

    StoredAnswers.Told told = decide(grace, run, true, Map.of("CRM_API_KEY", "v1"));

    assertThat(told)
        .isEqualTo(
            new StoredAnswers.Told(new StoredAnswers.Answer(200, "text/plain", "Allowed"), false));
    assertThat(bench.now(run).status()).isEqualTo(RunStatus.RUNNING);
    assertThat(aliases(session)).containsExactly("CRM_API_KEY");
    assertThat(secrets.reveal(session.conversationId()).toString()).doesNotContain("v1");
  }

  // S1-32, S1-43, S1-90
  @Test
  void a_secret_that_was_not_asked_for_is_refused_with_everything_else() {
    Session session = conversation();
    Run run = parked(session);

    refuses(
        Problem.INVALID_REQUEST,
        () -> decide(grace, run, true, Map.of("CRM_API_KEY", "v", "OTHER", "v")));

    assertThat(bench.now(run)).isEqualTo(run);
    assertThat(aliases(session)).isEmpty();
  }

  // S1-24, S1-43: whoever cannot sign is told nothing about aliases.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_signature_is_looked_at_after_the_state_and_before_any_alias(boolean approve) {
    Session session = conversation();
    Run run = parked(session);
    Map<String, String> wrong = Map.of("OTHER", "v");

    for (Map<String, String> values :
        List.of(Map.<String, String>of(), Map.of("CRM_API_KEY", "v"), wrong)) {
      refuses(
          Problem.APPROVAL_SIGNATURE_INVALID,
          () -> decide(grace, secretOf("linus"), run, approve, values, null));
    }
    refuses(Problem.INVALID_REQUEST, () -> decide(grace, run, approve, wrong));
    decide(grace, run, approve, Map.of());

    refuses(
        Problem.APPROVAL_EXPIRED,
        () -> decide(grace, secretOf("linus"), run, approve, wrong, null));
    assertThat(aliases(session)).isEmpty();
  }

  @Test
  void neither_a_no_nor_a_deadline_nor_an_archive_leaves_a_secret_behind() {
    bench.commits.commit(
        change -> {
          change.keep(Tenant.KIND, tenant.under(new ApprovalPolicy(true, 2, false, 60_000)));
          return tenant;
        });
    Session denied = conversation();
    Session expired = conversation();
    Session archived = conversation();
    Session allowed = conversation();
    Run first = parked(denied);
    Run second = parked(expired);
    Run third = parked(archived);
    Run fourth = parked(allowed);
    for (Run run : List.of(first, second, third, fourth)) {
      assertThat(decide(grace, run, true, Map.of("CRM_API_KEY", "v")).answer().body())
          .isEqualTo("Pending");
    }
    assertThat(aliases(denied)).containsExactly("CRM_API_KEY held");

    decide(linus, first, false, Map.of());
    decide(linus, fourth, true, Map.of("CRM_API_KEY", "w"));
    conversations.archive(archived.conversationId());
    conversations.archive(archived.conversationId());
    bench.pass(60_000);
    bench.deadlines.expireDue();

    assertThat(aliases(denied)).isEmpty();
    assertThat(aliases(archived)).isEmpty();
    assertThat(aliases(expired)).isEmpty();
    assertThat(aliases(allowed)).containsExactly("CRM_API_KEY");
    assertThat(bench.now(first).error()).isEqualTo("approval_denied");
    assertThat(bench.now(second).error()).isEqualTo("approval_expired");
    assertThat(bench.now(third).error()).isEqualTo("approval_expired");
    assertThat(bench.now(third).approvals().getFirst().state())
        .isInstanceOf(ApprovalState.Withdrawn.class);
    refuses(
        Problem.CONVERSATION_ARCHIVED,
        () -> conversations.say(archived.conversationId(), "x", Map.of(), "key_1", null, null));
  }

  // S1-33, S1-34, S1-35
  @Test
  void what_is_settled_or_past_its_time_is_told_so_and_only_once_decided() {
    Session session = conversation();
    Run run = parked(session);
    decide(grace, run, true, Map.of());
    refuses(Problem.APPROVAL_EXPIRED, () -> decide(grace, run, true, Map.of()));
    refuses(Problem.APPROVAL_EXPIRED, () -> decide(linus, run, false, Map.of()));

    Run late = parked(conversation());
    bench.pass(60_000);
    refuses(Problem.APPROVAL_EXPIRED, () -> decide(grace, late, true, Map.of("CRM_API_KEY", "v")));
    assertThat(bench.now(late).status()).isEqualTo(RunStatus.FAILED);
  }

  // S1-54, S1-55, S1-58, S1-59, S1-62
  @Test
  void the_same_key_hears_the_same_answer_for_a_day() {
    Run run = parked(conversation());
    StoredAnswers.Key key = new StoredAnswers.Key("scope", "print");
    StoredAnswers.Told first = decide(grace, run, true, Map.of(), key);

    bench.pass(24 * 3_600_000 - 1);
    StoredAnswers.Told again = decide(grace, run, true, Map.of(), key);
    refuses(
        Problem.IDEMPOTENCY_CONFLICT,
        () -> decide(grace, run, true, Map.of(), new StoredAnswers.Key("scope", "another")));
    bench.pass(1);

    assertThat(again).isEqualTo(new StoredAnswers.Told(first.answer(), true));
    refuses(Problem.APPROVAL_EXPIRED, () -> decide(grace, run, true, Map.of(), key));
    assertThat(new StoredAnswers(bench.commits).ring()).isEqualTo(1);
    assertThat(new StoredAnswers(bench.commits).ring()).isZero();
  }

  // S1-36
  @Test
  void of_sixteen_at_once_one_wins() {
    Run run = parked(conversation());
    List<Object> answers =
        bench.together(
            IntStream.range(0, 16)
                .<Supplier<?>>mapToObj(
                    n -> () -> decide(n % 2 == 0 ? grace : linus, run, n % 3 != 0, Map.of()))
                .toArray(Supplier<?>[]::new));

    assertThat(answers).filteredOn(StoredAnswers.Told.class::isInstance).hasSize(1);
    assertThat(answers).filteredOn(Problem.APPROVAL_EXPIRED::equals).hasSize(15);
  }

  // S1-134, S1-117
  @Test
  void an_external_id_leads_to_one_conversation_of_its_tenant() {
    StoredAnswers.Told first = create("chat-1");
    assertThatThrownBy(() -> create("chat-1"))
        .isInstanceOfSatisfying(
            Refused.class,
            refused -> {
              assertThat(refused.refusal().problem()).isEqualTo(Problem.EXTERNAL_ID_CONFLICT);
              assertThat(refused.refusal().conflictingResourceId())
                  .isEqualTo(first.answer().body());
            });
  }

  private StoredAnswers.Told create(String externalId) {
    return conversations.create(
        tenant.id(),
        externalId,
        null,
        null,
        session -> new StoredAnswers.Answer(201, "text/plain", session.conversationId()));
  }
}
