package dev.holdpoint.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.access.Role;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.access.Token;
import dev.holdpoint.core.audit.ActionKind;
import dev.holdpoint.core.audit.Checkpoint;
import dev.holdpoint.core.audit.ExternalAction;
import dev.holdpoint.core.audit.Seal;
import dev.holdpoint.core.content.Asset;
import dev.holdpoint.core.delivery.Delivery;
import dev.holdpoint.core.delivery.DeliveryHeader;
import dev.holdpoint.core.delivery.DeliveryState;
import dev.holdpoint.core.description.RiskLevel;
import dev.holdpoint.core.description.RiskNote;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.gate.Applied;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.Caution;
import dev.holdpoint.core.gate.Endorsement;
import dev.holdpoint.core.gate.GateProgress;
import dev.holdpoint.core.gate.Objection;
import dev.holdpoint.core.gate.Offer;
import dev.holdpoint.core.gate.Option;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.QuestionState;
import dev.holdpoint.core.gate.RequestTerms;
import dev.holdpoint.core.gate.RevisionChain;
import dev.holdpoint.core.gate.Ruling;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.gate.UncertainEffect;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Call;
import dev.holdpoint.core.run.Output;
import dev.holdpoint.core.run.Requirement;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.core.run.RunState;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.run.Trail;
import dev.holdpoint.core.session.CapabilityScope;
import dev.holdpoint.core.session.Mail;
import dev.holdpoint.core.session.Persona;
import dev.holdpoint.core.session.ReplyHandle;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.core.trace.TraceParent;
import dev.holdpoint.core.world.Precondition;
import dev.holdpoint.core.world.WorldChange;
import dev.holdpoint.core.world.WorldTerms;
import dev.holdpoint.engine.port.store.Store;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Rows as the engine would write them. Keys are small numbers, so that a test can be read. */
public final class Samples {
  public static final long NOW = 1_763_200_000_000L;

  /** Awkward on purpose: escapes, a number that a double would change, text beyond ASCII. */
  public static final Json INPUT =
      new Json("{\"command\":\"ls -la \\\"März\\\"\\n\",\"n\":1.0E+2,\"deep\":[[],{\"k\":null}]}");

  private Samples() {}

  /** Whether the asset 9, from before assets had a tenant, is where an equal upload finds it. */
  public static void hasRootsAsset(Store store) {
    Asset old = Objects.requireNonNull(store.read(queries -> queries.kept(Asset.KIND, 9)));
    assertThat(old.isOf(Tenants.ROOT)).isTrue();
    String name = Asset.name(Tenants.ROOT, "5ha", "text/plain", "a.txt");
    assertThat(store.<Boolean>read(queries -> old.equals(queries.named(Asset.KIND, name))))
        .isTrue();
    try (Store.Transaction transaction = store.begin()) {
      transaction.write(new Writing().keep(Asset.KIND, old).writes());
      transaction.commit();
    }
    assertThat(store.<Long>read(queries -> queries.countKept(Asset.KIND, "5ha"))).isEqualTo(1);
  }

  public static Session session(long key) {
    return sessionOf(Tenants.ROOT, key);
  }

  public static Session sessionOf(String tenantId, long key) {
    return new Session(
        key,
        "session-" + key,
        Ulid.id("agt_", key, 1),
        Ulid.id("con_", key, 2),
        tenantId,
        null,
        null,
        null,
        NOW + key,
        null,
        null,
        null,
        null,
        List.of(),
        null);
  }

  public static Persona persona(long key) {
    return new Persona(
        key,
        "persona-" + key,
        "Ada",
        "Be brief.",
        new CapabilityScope(List.of(), List.of("x"), List.of(), List.of(), List.of(), List.of()),
        NOW,
        NOW + key);
  }

  public static Mail mail(long key, long sessionKey, Mail.@Nullable Reason dead) {
    return new Mail(
        key,
        Ulid.id(Mail.PREFIX, key, 7),
        sessionKey,
        "session-" + sessionKey,
        "session-1",
        Mail.Subject.MESSAGE,
        INPUT,
        dead == null ? Mail.Status.DELIVERED : Mail.Status.DEAD_LETTERED,
        dead,
        NOW + key);
  }

  public static Token token(long key) {
    return new Token(
        key,
        Ulid.id("tok_", key, 3),
        "token " + key,
        Role.OPERATOR,
        Tenants.ROOT,
        "hash-" + key,
        NOW,
        "admin",
        NOW + 1,
        null,
        null);
  }

  public static Run run(long key, long sessionKey, RunState state) {
    return run(key, sessionKey, state, "scripted");
  }

  /** Of such a provider. */
  public static Run run(long key, long sessionKey, RunState state, String provider) {
    return new Run(
        head(key, sessionKey, provider),
        RunKind.INPUT,
        state,
        NOW + 1,
        state.status() == RunStatus.QUEUED ? null : Long.valueOf(NOW),
        0,
        0,
        1,
        0,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        null,
        Trail.EMPTY);
  }

  /** Waits for leave to run one command. */
  public static Run parked(long key, long sessionKey, long gateKey, @Nullable Long expiresAtMs) {
    ToolCall call = new ToolCall("call_1", "bash", INPUT);
    return run(key, sessionKey, new RunState.WaitingForApproval())
        .edit()
        .turn(List.of(Call.planned(call)))
        .ask(List.of(approval(gateKey, ApprovalState.Pending.until(expiresAtMs))))
        .at(NOW + 2)
        .onTrail(key * 10);
  }

  public static Approval approval(long key, ApprovalState state) {
    return new Approval(
        Ulid.id("apr_", key, 4),
        "call_1",
        "bash is asked about",
        NOW,
        state instanceof ApprovalState.Pending p ? p.expiresAtMs() : null,
        1,
        "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef",
        List.of("bash(ls -la)", "bash"),
        null,
        new Offer(List.of(new Offer.Choice("a", "Allow", Offer.Kind.ALLOW_ONCE)), true),
        new Caution(true, false, true),
        new RequestTerms(
            Applied.DENY,
            RequestTerms.Risk.HIGH,
            new RequestTerms.Places(List.of("/command")),
            RequestTerms.LateAnswers.NEXT_TURN),
        new RevisionChain("apr_1", "apr_0", 3, "as you said"),
        new WorldTerms(
            List.of(
                new Precondition(Precondition.Type.FILE_SHA256, "a.txt", "5f70", 3L, true),
                Precondition.listed(Precondition.Type.FILE_ABSENT, "b.txt", null)),
            List.of(
                new WorldChange(
                    Precondition.Type.FILE_SHA256, "a.txt", "5f70", "link", 3L, null, "@@ x")),
            2),
        new RiskNote(RiskLevel.HIGH, List.of("other_user", "production")),
        "I look around first.",
        "Lists a folder.",
        state,
        state instanceof ApprovalState.Pending ? null : new Json("{\"behavior\":\"allow\"}"),
        new GateProgress(2, NOW, 1, true),
        state instanceof ApprovalState.Pending
            ? null
            : new Ruling(
                "pol_1",
                "payments",
                3,
                2,
                "finance",
                "ada",
                List.of(new Endorsement("ada", "ada", NOW, Json.EMPTY_OBJECT, Role.ADMIN)),
                List.of(
                    new Objection(
                        "eve", "eve", NOW, "not now", Role.OPERATOR, Json.EMPTY_OBJECT))));
  }

  public static Question question(long key, QuestionState state) {
    return new Question(
        Ulid.id("qst_", key, 5),
        "call_2",
        List.of(
            new StructuredQuestion(
                "q1",
                "Colour",
                "Which one?",
                List.of(new Option("red", "Red", null, null), new Option("b", "Blue", "sky", "#")),
                false,
                true,
                true)),
        new Json("{\"type\":\"object\"}"),
        null,
        NOW,
        null,
        null,
        state,
        null,
        null,
        null,
        new UncertainEffect(
            "bash", new Json("{\"command\":\"./deploy\"}"), "00ff", NOW, "node-a", 2, true));
  }

  public static Output output() {
    return new Output(
        Output.Source.EMIT_OUTPUT, "daemon", "api-user", "done ✓", new Json("[1]"), new Json("[]"));
  }

  /** Words that not every database can hold as they are. */
  public static final Delivery.Content CONTENT =
      new Delivery.Content("hello \u0000 \ud83d\udc4b", new Json("{\"type\":\"output\"}"));

  public static Delivery delivery(long key, String lane, DeliveryState state) {
    DeliveryHeader slip =
        new DeliveryHeader(
            key,
            Ulid.id("dlv_", key, 1),
            3,
            "s3",
            7,
            "run_7",
            "agt_1",
            "ada",
            new ReplyHandle("http", "{\"url\":\"http://example.org\"}"),
            lane,
            17,
            "00ff",
            NOW,
            null,
            false,
            new TraceParent("0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331", true),
            "Run make");
    return new Delivery(slip, state, CONTENT).at(state);
  }

  public static ExternalAction action(long runKey, int sequence) {
    return new ExternalAction(
        new ExternalAction.Deed(
            runKey,
            "run_" + runKey,
            "s3",
            "agt_1",
            null,
            "ada",
            null,
            "apr_1",
            ExternalAction.Phase.REQUEST,
            ActionKind.TOOL_PROCESS,
            "bash",
            "00ff",
            null,
            null),
        sequence,
        "act_" + runKey + "_" + sequence,
        NOW,
        new Seal(sequence == 1 ? null : "aa", "bb", "0123", "c-_"));
  }

  public static ExternalAction administered(int sequence, String target, String by, long atMs) {
    return new ExternalAction(
        new ExternalAction.Deed(
            0,
            ExternalAction.ADMIN_RUN,
            "",
            "",
            null,
            by,
            null,
            null,
            ExternalAction.Phase.RESPONSE,
            ActionKind.ADMIN,
            target,
            "00ff",
            null,
            "ok"),
        sequence,
        Ulid.id("act_", Ulid.key(atMs, sequence), 1),
        atMs,
        new Seal(sequence == 1 ? null : "aa", "bb", "0123", "c-_"));
  }

  public static Checkpoint checkpoint(long sequence, Checkpoint.Subject subject) {
    return new Checkpoint(
        sequence, "ckp_" + sequence, NOW, "led_1", subject, new Seal(null, "bb", "0123", "c-_"));
  }

  public static JournalRow journal(long lastId, Run run, LedgerEvent... events) {
    return new JournalRow(
        lastId,
        NOW + lastId,
        run.head().sessionKey(),
        run.head().sessionId(),
        run,
        List.of(events),
        List.of(new Step.Input("please")));
  }

  private static RunHead head(long key, long sessionKey, String provider) {
    return new RunHead(
        key,
        Ulid.id("run_", key, 6),
        sessionKey,
        "session-" + sessionKey,
        Ulid.id("agt_", sessionKey, 1),
        Tenants.ROOT,
        RunKind.INPUT,
        RunHead.Driver.LOOP,
        NOW,
        "admin",
        "daemon",
        "api",
        "api-user",
        "List what is in the folder…",
        provider,
        "scripted",
        new Json("[]"),
        Json.EMPTY_OBJECT,
        new RunSettings(
            Json.EMPTY_OBJECT,
            List.of(new Requirement("a/b"), new Requirement(null)),
            List.of(new ReplyHandle("raw", "here"))),
        "admin",
        null,
        new TraceParent("0af7651916cd43dd8448eb211c80319c", "00f067aa0ba902b7", false),
        null,
        null);
  }
}
