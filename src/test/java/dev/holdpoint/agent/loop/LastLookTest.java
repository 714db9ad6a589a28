package dev.holdpoint.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.agent.model.Model;
import dev.holdpoint.agent.model.ModelRequest;
import dev.holdpoint.agent.model.ModelTurn;
import dev.holdpoint.agent.process.Processes;
import dev.holdpoint.agent.tool.Tool;
import dev.holdpoint.agent.tool.ToolContext;
import dev.holdpoint.agent.tool.ToolOutcome;
import dev.holdpoint.agent.tool.ToolSource;
import dev.holdpoint.agent.tool.Tools;
import dev.holdpoint.agent.tool.Workspaces;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Call;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.secret.SecretValues;
import dev.holdpoint.core.world.KeptTarget;
import dev.holdpoint.core.world.Precondition;
import dev.holdpoint.engine.Consequences;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.Writer;
import dev.holdpoint.engine.content.Assets;
import dev.holdpoint.engine.delivery.OutboundPolicy;
import dev.holdpoint.engine.gate.Approvals;
import dev.holdpoint.engine.gate.Clarifications;
import dev.holdpoint.engine.gate.GateTarget;
import dev.holdpoint.engine.gate.SentDecision;
import dev.holdpoint.engine.journal.Feed;
import dev.holdpoint.engine.json.PreconditionList;
import dev.holdpoint.engine.loop.Progress;
import dev.holdpoint.engine.memory.Memory;
import dev.holdpoint.engine.memory.Recollections;
import dev.holdpoint.engine.memory.Skills;
import dev.holdpoint.engine.permission.PermissionRules;
import dev.holdpoint.engine.port.SkillSource;
import dev.holdpoint.engine.port.ToolInputs;
import dev.holdpoint.engine.run.Routes;
import dev.holdpoint.engine.run.Runs;
import dev.holdpoint.engine.run.Submission;
import dev.holdpoint.engine.session.Sessions;
import dev.holdpoint.store.MigratedLedger;
import dev.holdpoint.store.files.BlobFiles;
import dev.holdpoint.store.sqlite.SqliteStore;
import dev.holdpoint.vault.AuditKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that is changed after the intent was committed, right before it would be replaced. */
class LastLookTest {
  private static final Routes ROUTES = new Routes("once", Map.of("once", "m"));
  private static final String SECRET = "k-0123456789-secret";

  @TempDir Path folder = Path.of("");
  private volatile Map<String, String> secrets = Map.of("KEY", SECRET);

  private String path = "a.txt";

  private interface Meanwhile {
    void happens(Path workspace) throws IOException;
  }

  private Meanwhile meanwhile =
      workspace -> Files.writeString(workspace.resolve("a.txt"), "theirs " + SECRET + "\n");

  /** Writes one file, and ends. */
  private record Once(String path) implements Model {
    @Override
    public String defaultModel() {
      return "m";
    }

    @Override
    public ModelTurn next(ModelRequest request, Consumer<String> onText) {
      return request.steps().getLast() instanceof Step.Input
          ? new ModelTurn(
              "",
              List.of(
                  new ToolCall(
                      "call_1",
                      "write_file",
                      new Json("{\"path\":\"" + path + "\",\"content\":\"mine\"}"))),
              false)
          : new ModelTurn("done", List.of(), true);
    }
  }

  /** The real tool, in a world where another process writes at the worst moment. */
  private static final class Late implements Tool {
    private final Tool real;
    private final Meanwhile meanwhile;
    private boolean late = true;

    Late(Tool real, Meanwhile meanwhile) {
      this.real = real;
      this.meanwhile = meanwhile;
    }

    @Override
    public @Nullable String place(Json input, Path workspace) {
      return real.place(input, workspace);
    }

    @Override
    public String name() {
      return real.name();
    }

    @Override
    public String description() {
      return real.description();
    }

    @Override
    public Json inputSchema() {
      return real.inputSchema();
    }

    @Override
    public Behavior defaultRule() {
      return real.defaultRule();
    }

    @Override
    public boolean hasEffect() {
      return real.hasEffect();
    }

    @Override
    public List<Precondition> preconditions(Json input, Path workspace)
        throws PreconditionList.Unmet {
      return real.preconditions(input, workspace);
    }

    @Override
    public ToolOutcome begin(Json input, ToolContext context) throws InterruptedException {
      if (late) {
        late = false;
        try {
          meanwhile.happens(context.workspace());
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
      return real.begin(input, context);
    }
  }

  private record Stage(
      SqliteStore store, RunLoop loop, Run run, Path file, Approvals approvals, Writer writer) {
    void works() {
      work(loop, run);
    }

    void allows(Approval approval) {
      allow(approvals, run, approval);
    }

    Approval waiting() {
      return pending(store, run);
    }
  }

  private interface Story {
    void on(Stage stage) throws IOException;
  }

  private void tell(Story story) throws IOException {
    AtomicLong key = new AtomicLong(Ulid.key(System.currentTimeMillis(), 0));
    Workspaces workspaces = new Workspaces(folder.resolve("w"));
    Path file = workspaces.of("s").resolve("a.txt");
    Files.writeString(file, "before " + SECRET + "\n");
    try (SqliteStore store = MigratedLedger.open(folder.resolve("ledger.db"))) {
      InstantSource clock = InstantSource.system();
      Engine engine =
          new Engine(
              store,
              clock,
              prefix -> Ulid.id(prefix, key.incrementAndGet(), 1),
              _ -> {},
              Consequences.parts(OutboundPolicy.USUAL, AuditKey.generate()));
      try (Writer writer = new Writer(engine).start()) {
        new Sessions(writer)
            .createOrReuse(new Sessions.Spec("s", null, null, null, null, null), null);
        Run run =
            new Runs(writer, Clarifications.slots(() -> true), ROUTES, 10)
                .submit("s", submission(), false, null)
                .run();
        Skills skills = new Skills(engine, SkillSource.NONE);
        Tool write =
            Objects.requireNonNull(
                new Tools(Tools.ofWorkspace(new Processes(folder.resolve("p")), Map.of()))
                    .find("write_file"));
        RunLoop loop =
            new RunLoop(
                engine,
                new Progress(writer, Clarifications.slots(() -> true), ROUTES, 10),
                new Feed(engine, 100),
                Map.of("once", new Once(path)),
                new Tools(List.of(new Late(write, meanwhile))),
                ToolSource.NONE,
                new Memory(
                    engine, new Recollections(writer, new Recollections.Policy(false, 1)), skills),
                skills,
                new Assets(writer, engine, new BlobFiles(folder.resolve("assets"), clock, 1), 1),
                workspaces,
                EffectTerms.ASK,
                DebugCapture.OFF,
                _ -> SecretValues.of(secrets),
                Outsiders.NONE);
        Approvals approvals =
            new Approvals(writer, Clarifications.slots(() -> true), ToolInputs.ANYTHING);
        story.on(new Stage(store, loop, run, file, approvals, writer));
      }
    }
  }

  @Test
  // PF-12
  void PF_12_a_change_after_the_intent_keeps_the_file_and_takes_the_intent_back()
      throws IOException {
    tell(
        stage -> {
          stage.works();
          Approval first = stage.waiting();
          assertThat(Objects.requireNonNull(kept(stage.store, first)).text())
              .startsWith("before ")
              .doesNotContain(SECRET);

          stage.allows(first);
          stage.works();

          assertThat(stage.file).hasContent("theirs " + SECRET);
          Approval second = stage.waiting();
          assertThat(second.revision()).isEqualTo(2);
          assertThat(diff(second)).contains("-before ").contains("+theirs ").doesNotContain(SECRET);
          assertThat(now(stage.store, stage.run).calls().getFirst().progress())
              .isEqualTo(Call.Progress.PLANNED);
          assertThat(kept(stage.store, first)).isNull();

          stage.allows(second);
          assertThat(kept(stage.store, second)).isNotNull();
          stage.works();

          assertThat(stage.file).hasContent("mine");
          assertThat(now(stage.store, stage.run).status()).isEqualTo(RunStatus.COMPLETED);
          assertThat(kept(stage.store, second)).isNull();
        });
  }

  @Test
  @DisplayName("PG-32 a link that is moved after the intent leads a rule's call nowhere else")
  void PG_32_a_link_that_is_moved_after_the_intent() throws IOException {
    path = "way/key";
    meanwhile =
        workspace -> {
          Files.delete(workspace.resolve("way"));
          Files.createSymbolicLink(workspace.resolve("way"), Path.of("secret"));
        };
    tell(
        stage -> {
          Path workspace = Objects.requireNonNull(stage.file.getParent());
          for (String name : List.of("open", "secret")) {
            Files.createDirectory(workspace.resolve(name));
            Files.writeString(workspace.resolve(name + "/key"), "old");
          }
          Files.createSymbolicLink(workspace.resolve("way"), Path.of("open"));
          new PermissionRules(stage.writer)
              .add(
                  new PermissionRules.Spec(
                      Behavior.ALLOW,
                      "write_file",
                      null,
                      PermissionRule.ScopeKind.SESSION,
                      "s",
                      null,
                      null,
                      false,
                      "open/**"),
                  Tenants.ROOT,
                  "ada",
                  null);

          stage.works();

          assertThat(now(stage.store, stage.run).status()).isEqualTo(RunStatus.COMPLETED);
          assertThat(workspace.resolve("secret/key")).hasContent("old");
          assertThat(workspace.resolve("open/key")).hasContent("old");
        });
  }

  private static @Nullable String diff(Approval approval) {
    return Objects.requireNonNull(approval.world()).changes().getFirst().diff();
  }

  @Test
  void PF_12_what_became_a_secret_after_the_gate_is_taken_out_of_the_earlier_text_too()
      throws IOException {
    secrets = Map.of();
    tell(
        stage -> {
          stage.works();
          Approval first = stage.waiting();
          assertThat(Objects.requireNonNull(kept(stage.store, first)).text()).contains(SECRET);
          secrets = Map.of("KEY", SECRET);

          stage.allows(first);
          stage.works();

          assertThat(diff(stage.waiting()))
              .contains("-before ")
              .contains("+theirs ")
              .doesNotContain(SECRET);
        });
  }

  @Test
  void PF_12_a_secret_that_the_vault_has_no_more_is_not_shown_by_the_difference()
      throws IOException {
    tell(
        stage -> {
          stage.works();
          secrets = Map.of();

          stage.allows(stage.waiting());
          stage.works();

          assertThat(stage.waiting().revision()).isEqualTo(2);
          assertThat(diff(stage.waiting())).isNull();
        });
  }

  private static void allow(Approvals approvals, Run run, Approval approval) {
    approvals.resolve(
        new GateTarget.OfRun(run.id()),
        List.of(
            new SentDecision(approval.id(), true, null, null, null, null, null, new Json("{}"))),
        Voter.named("ada"),
        null);
  }

  private static void work(RunLoop loop, Run run) {
    loop.work(run.key(), new WorkerTask(run.key(), null, Thread::sleep, new ConcurrentHashMap<>()));
  }

  private static Run now(SqliteStore store, Run run) {
    return Objects.requireNonNull(store.read(queries -> queries.run(run.key())));
  }

  private static Approval pending(SqliteStore store, Run run) {
    return now(store, run).pendingApprovals().getFirst();
  }

  private static @Nullable KeptTarget kept(SqliteStore store, Approval approval) {
    return store.<@Nullable KeptTarget>read(
        queries -> queries.kept(KeptTarget.KIND, approval.key()));
  }

  private static Submission submission() {
    return new Submission(
        RunKind.INPUT,
        RunHead.Driver.LOOP,
        "ada",
        "test",
        "test",
        "ada",
        "write it",
        null,
        new Json("[]"),
        Json.NULL,
        new RunSettings(Json.EMPTY_OBJECT, List.of(), List.of()));
  }
}
