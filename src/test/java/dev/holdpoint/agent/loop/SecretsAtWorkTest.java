package dev.holdpoint.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.agent.model.Model;
import dev.holdpoint.agent.model.ModelRequest;
import dev.holdpoint.agent.model.ModelTurn;
import dev.holdpoint.agent.tool.LocalTool;
import dev.holdpoint.agent.tool.ToolContext;
import dev.holdpoint.agent.tool.ToolSource;
import dev.holdpoint.agent.tool.Tools;
import dev.holdpoint.agent.tool.Workspaces;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.Consequences;
import dev.holdpoint.engine.access.TenantDirectory;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.Writer;
import dev.holdpoint.engine.content.Assets;
import dev.holdpoint.engine.delivery.OutboundPolicy;
import dev.holdpoint.engine.gate.Clarifications;
import dev.holdpoint.engine.journal.Feed;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.loop.Progress;
import dev.holdpoint.engine.memory.Memory;
import dev.holdpoint.engine.memory.Recollections;
import dev.holdpoint.engine.memory.Skills;
import dev.holdpoint.engine.policy.PolicySweeps;
import dev.holdpoint.engine.port.SkillSource;
import dev.holdpoint.engine.run.Routes;
import dev.holdpoint.engine.run.Runs;
import dev.holdpoint.engine.run.Submission;
import dev.holdpoint.engine.secret.Secrets;
import dev.holdpoint.engine.session.Sessions;
import dev.holdpoint.store.MigratedLedger;
import dev.holdpoint.store.files.BlobFiles;
import dev.holdpoint.store.sqlite.SqliteStore;
import dev.holdpoint.vault.AuditKey;
import dev.holdpoint.vault.TinkVault;
import dev.holdpoint.vault.VaultKey;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run's tool gets what its conversation has, and whatever it tells of it stays untold. */
class SecretsAtWorkTest {
  private static final Routes ROUTES = new Routes("talker", Map.of("talker", "m"));
  private static final String VALUE = "hunter2-hunter2-0815";

  @TempDir Path folder = Path.of("");
  private final AtomicLong key = new AtomicLong(Ulid.key(System.currentTimeMillis(), 0));
  private final List<String> usable = new ArrayList<>();
  private SqliteStore store;
  private Engine engine;
  private Writer writer;
  private Secrets secrets;
  private TinkVault vault;
  private String tenantId = "";

  @BeforeEach
  void open() {
    store = MigratedLedger.open(folder.resolve("ledger.db"));
    engine =
        new Engine(
            store,
            InstantSource.system(),
            prefix -> Ulid.id(prefix, key.incrementAndGet(), 1),
            _ -> {},
            Consequences.parts(OutboundPolicy.USUAL, AuditKey.generate()));
    writer = new Writer(engine).start();
    vault = new TinkVault(VaultKey.generate());
    secrets = new Secrets(writer, engine, vault);
    tenantId =
        new TenantDirectory(writer, engine, PolicySweeps::afterFloor)
            .create(new TenantDirectory.Spec("acme", null, null), "admin", null)
            .tenant()
            .id();
  }

  @AfterEach
  void close() {
    writer.close();
    store.close();
  }

  /** Tells all it knows. */
  private final class Leaky implements LocalTool {
    @Override
    public String name() {
      return "leak";
    }

    @Override
    public String description() {
      return "";
    }

    @Override
    public Json inputSchema() {
      return Json.EMPTY_OBJECT;
    }

    @Override
    public Behavior defaultRule() {
      return Behavior.ALLOW;
    }

    @Override
    public boolean hasEffect() {
      return true;
    }

    @Override
    public Json run(Json input, ToolContext context) {
      usable.addAll(context.secrets().aliases());
      String value = Objects.requireNonNullElse(context.secrets().value("KEY"), "nothing");
      return JsonTree.write(
          JsonTree.object().put(value, "it is " + value).put("input", input.text()));
    }
  }

  /** Calls the tool, then repeats what it was told. */
  private static final class Talker implements Model {
    @Override
    public String defaultModel() {
      return "m";
    }

    @Override
    public ModelTurn next(ModelRequest request, Consumer<String> onText) {
      if (request.steps().getLast() instanceof Step.Result(String _, Json content)) {
        return new ModelTurn("{{secret:KEY}} gave " + content.text(), List.of(), true);
      }
      Json input = new Json("{\"use\":\"{{secret:KEY}}\"}");
      return new ModelTurn("", List.of(new ToolCall("c1", "leak", input)), false);
    }
  }

  private Session session(@Nullable String tenantId) {
    return new Sessions(writer)
        .createOrReuse(new Sessions.Spec(null, null, null, null, tenantId, null), null)
        .session();
  }

  private void put(Session session) {
    writer.commit(
        change -> {
          secrets.put(
              change, session.tenantId(), session.conversationId(), Map.of("KEY", VALUE), null);
          return session;
        });
  }

  private Run work(Session session) {
    Run run =
        new Runs(writer, Clarifications.slots(() -> true), ROUTES, 10)
            .submit(
                session.id(),
                new Submission(
                    RunKind.INPUT,
                    RunHead.Driver.LOOP,
                    "ada",
                    "test",
                    "test",
                    "ada",
                    "go",
                    null,
                    new Json("[]"),
                    Json.NULL,
                    RunSettings.NONE),
                false,
                null)
            .run();
    Skills skills = new Skills(engine, SkillSource.NONE);
    new RunLoop(
            engine,
            new Progress(writer, Clarifications.slots(() -> true), ROUTES, 10),
            new Feed(engine, 100),
            Map.of("talker", new Talker()),
            new Tools(List.of(new Leaky())),
            ToolSource.NONE,
            new Memory(
                engine, new Recollections(writer, new Recollections.Policy(false, 1)), skills),
            skills,
            new Assets(
                writer,
                engine,
                new BlobFiles(folder.resolve("assets"), InstantSource.system(), 1),
                1),
            new Workspaces(folder.resolve("w")),
            EffectTerms.ASK,
            DebugCapture.OFF,
            secrets::reveal,
            Outsiders.NONE)
        .work(run.key(), new WorkerTask(run.key(), null, Thread::sleep, new ConcurrentHashMap<>()));
    return Objects.requireNonNull(store.read(queries -> queries.run(run.key())));
  }

  private void checkNowhere() throws Exception {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
            .as("%s", file)
            .doesNotContain(VALUE);
      }
    }
  }

  // S1-38, S1-41
  @Test
  void the_tool_has_the_value_and_nobody_else_ever_sees_it() throws Exception {
    Session session = session(tenantId);
    put(session);

    Run run = work(session);

    assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(usable).containsExactly("KEY");
    assertThat(run.outputs().getLast().content())
        .startsWith("{{secret:KEY}} gave ")
        .contains("\"[secret:KEY]\":\"it is [secret:KEY]\"")
        .contains("{{secret:KEY}}");
    checkNowhere();
  }

  // S1-39
  @Test
  void another_conversation_and_a_session_of_the_root_tenant_have_nothing() throws Exception {
    put(session(tenantId));

    assertThat(work(session(tenantId)).outputs().getLast().content()).contains("it is nothing");
    assertThat(work(session(null)).outputs().getLast().content()).contains("it is nothing");
    assertThat(usable).isEmpty();
  }

  @Test
  void what_does_not_open_keeps_the_tool_from_running() {
    Session session = session(tenantId);
    put(session);
    secrets = new Secrets(writer, engine, new TinkVault(VaultKey.generate()));

    Run run = work(session);

    assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(run.outputs().getLast().content())
        .contains(
            "The secrets of this conversation cannot be decrypted. Nothing was run. A person must supply them again.");
    assertThat(usable).isEmpty();
  }
}
