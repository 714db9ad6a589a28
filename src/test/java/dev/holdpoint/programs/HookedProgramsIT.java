package dev.holdpoint.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.DaemonProcess;
import dev.holdpoint.blackbox.Http;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Programs that people start themselves, and that ask by what {@code holdpoint connect} wrote. */
@Tag("agents")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class HookedProgramsIT {
  private static final String TOKEN = "HOLDPOINT_TOKEN";

  /** Nobody listens there. */
  private static final String NOBODY = "http://127.0.0.1:9";

  private final AtomicInteger homes = new AtomicInteger();
  private Path folder;
  private ScriptedProvider provider;
  private DaemonProcess daemon;
  private Http http;

  @BeforeAll
  void start(@TempDir Path own) throws IOException {
    folder = own;
    provider = new ScriptedProvider();
    // After a restart it is where the programs have been told that it is.
    daemon = DaemonProcess.start(folder, "--port", String.valueOf(freePort()));
    http = daemon.http();
  }

  @AfterAll
  void stop() throws IOException {
    daemon.close();
    provider.close();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  /** A home in which the program asks a daemon at this address. */
  private ProgramHome connected(RealProgram program, String address, String... more)
      throws Exception {
    return connected("user", program, address, more);
  }

  private ProgramHome connected(String scope, RealProgram program, String address, String... more)
      throws Exception {
    ProgramHome home =
        new ProgramHome(
            program, folder.resolve(program.command() + homes.incrementAndGet()), provider.url());
    home.environment().put("JAVA_HOME", System.getProperty("java.home"));
    List<String> connect =
        new ArrayList<>(
            List.of(
                DaemonProcess.launcher().toString(),
                "connect",
                program.connectName(),
                "--write",
                "--scope",
                scope,
                "--wait",
                "60s",
                "--url",
                address));
    connect.addAll(List.of(more));
    ProgramHome.Ended written = home.run(connect.toArray(String[]::new));
    assertThat(written.exitCode()).as(written.said()).isZero();
    Http agent = http.withRole("agent", program.command() + homes.incrementAndGet());
    home.environment().put(TOKEN, String.valueOf(agent.token()));
    return home;
  }

  /** What this program asks and nobody has decided. */
  private JsonNode asked(String command) {
    JsonNode pending =
        http.await(
            "/v1/approvals?status=pending&page=true", all -> all.toString().contains(command));
    return pending
        .path("items")
        .valueStream()
        .filter(one -> one.toString().contains(command))
        .findFirst()
        .orElseThrow();
  }

  private void decide(JsonNode approval, String decision) {
    http.post(
            "/v1/runs/" + approval.path("run_id").asString() + "/approvals",
            "{\"resolutions\":[{\"request_id\":\"%s\",%s}]}"
                .formatted(approval.path("request").path("id").asString(), decision))
        .expect(202);
  }

  @ParameterizedTest(name = "AG-32 AG-33 AG-34 AG-35 AG-36 {0}: it runs only after Allow")
  @EnumSource
  @Proves({Column.ASKS, Column.ALLOW})
  void allowed(RealProgram program) throws Exception {
    ProgramHome home = connected(program, daemon.address());
    try (ProgramHome.Running running = home.begin(program.call("touch ran-1"))) {
      JsonNode approval = asked("touch ran-1");
      assertThat(home.has("ran-1")).isFalse();
      decide(approval, "\"behavior\":\"allow\"");
      ProgramHome.Ended ended = running.awaitEnd();
      assertThat(home.has("ran-1")).as(ended.said()).isTrue();
      assertThat(ended.out()).contains("RESULT:");
    }
  }

  @ParameterizedTest(
      name = "AG-32 AG-33 AG-34 AG-35 AG-36 {0}: denied, it does not run and the model reads why")
  @EnumSource
  @Proves(Column.DENY)
  void denied(RealProgram program) throws Exception {
    ProgramHome home = connected(program, daemon.address());
    try (ProgramHome.Running running = home.begin(program.call("touch ran-2"))) {
      String words = "use staging, " + program.command();
      decide(asked("touch ran-2"), "\"behavior\":\"deny\",\"reason\":\"" + words + "\"");
      ProgramHome.Ended ended = running.awaitEnd();
      assertThat(home.has("ran-2")).as(ended.said()).isFalse();
      assertThat(provider.requests()).as(ended.said()).anyMatch(said -> said.contains(words));
    }
  }

  @ParameterizedTest(name = "AG-32 AG-33 AG-35 AG-36 {0}: edited, the edited command runs")
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "QWEN")
  @Proves(Column.EDIT)
  void edited(RealProgram program) throws Exception {
    ProgramHome home = connected(program, daemon.address());
    try (ProgramHome.Running running = home.begin(program.call("touch ran-3"))) {
      JsonNode approval = asked("touch ran-3");
      String input = approval.path("request").path("input").toString();
      decide(
          approval,
          "\"behavior\":\"allow\",\"updated_input\":" + input.replace("ran-3", "edited-3"));
      ProgramHome.Ended ended = running.awaitEnd();
      assertThat(home.has("edited-3")).as(ended.said()).isTrue();
      assertThat(home.has("ran-3")).isFalse();
    }
  }

  @ParameterizedTest(name = "AG-32 AG-33 AG-34 AG-35 AG-36 {0}: without a daemon it does not run")
  @EnumSource
  @Proves(Column.FAILS_CLOSED)
  void without_a_daemon(RealProgram program) throws Exception {
    ProgramHome home = connected(program, NOBODY);
    try (ProgramHome.Running running = home.begin(program.call("touch ran-4"))) {
      ProgramHome.Ended ended = running.awaitEnd();
      assertThat(home.has("ran-4")).as(ended.said()).isFalse();
    }
  }

  @ParameterizedTest(
      name =
          "AG-21 AG-36 {0}: the daemon is killed as it waits, so it does not run; the yes that it"
              + " did not hear is told when the session asks again, once")
  @EnumSource
  @Proves(Column.DAEMON_KILLED)
  void daemon_killed(RealProgram program) throws Exception {
    ProgramHome home = connected(program, daemon.address());
    String command = "echo once >> ran-5";
    JsonNode unheard;
    try (ProgramHome.Running running = home.begin(program.call(command))) {
      unheard = asked(command);
      daemon.kill9();
      ProgramHome.Ended ended = running.awaitEnd();
      assertThat(home.has("ran-5")).as(ended.said()).isFalse();
    } finally {
      daemon.restart();
    }
    decide(unheard, "\"behavior\":\"allow\"");
    try (ProgramHome.Running running = home.resume(program.call(command), program.call(command))) {
      JsonNode next = asked(command);
      assertThat(next.path("request").path("id")).isNotEqualTo(unheard.path("request").path("id"));
      assertThat(Files.readAllLines(home.project().resolve("ran-5"))).containsExactly("once");
      decide(next, "\"behavior\":\"deny\"");
      ProgramHome.Ended ended = running.awaitEnd();
      assertThat(Files.readAllLines(home.project().resolve("ran-5")))
          .as(ended.said())
          .containsExactly("once");
    }
  }

  /** Copilot in a folder that it is told to trust for this once. */
  private static ProgramHome.Running trusted(ProgramHome home, String command) throws IOException {
    return home.start(
        "copilot",
        "--trust-folder",
        "--allow-all-tools",
        "--no-color",
        "-p",
        RealProgram.COPILOT.call(command));
  }

  @Test
  @DisplayName(
      "AG-35 Copilot with the hooks of a trusted project: allowed, denied, edited, without a daemon")
  void copilot_in_a_trusted_project() throws Exception {
    ProgramHome home = connected("project", RealProgram.COPILOT, daemon.address());
    assertThat(home.project().resolve(".github/hooks/holdpoint.json")).exists();
    assertThat(home.home().resolve(".copilot/hooks")).doesNotExist();
    try (ProgramHome.Running running = trusted(home, "touch ran-7")) {
      JsonNode approval = asked("touch ran-7");
      assertThat(home.has("ran-7")).isFalse();
      decide(approval, "\"behavior\":\"allow\"");
      ProgramHome.Ended ended = running.awaitEnd();
      assertThat(home.has("ran-7")).as(ended.said()).isTrue();
    }
    try (ProgramHome.Running running = trusted(home, "touch ran-8")) {
      decide(asked("touch ran-8"), "\"behavior\":\"deny\",\"reason\":\"use staging, project\"");
      ProgramHome.Ended ended = running.awaitEnd();
      assertThat(home.has("ran-8")).as(ended.said()).isFalse();
      assertThat(provider.requests())
          .as(ended.said())
          .anyMatch(said -> said.contains("use staging, project"));
    }
    try (ProgramHome.Running running = trusted(home, "touch ran-9")) {
      JsonNode approval = asked("touch ran-9");
      String input = approval.path("request").path("input").toString();
      decide(
          approval,
          "\"behavior\":\"allow\",\"updated_input\":" + input.replace("ran-9", "edited-9"));
      ProgramHome.Ended ended = running.awaitEnd();
      assertThat(home.has("edited-9")).as(ended.said()).isTrue();
      assertThat(home.has("ran-9")).isFalse();
    }
    ProgramHome alone = connected("project", RealProgram.COPILOT, NOBODY);
    try (ProgramHome.Running running = trusted(alone, "touch ran-10")) {
      ProgramHome.Ended ended = running.awaitEnd();
      assertThat(alone.has("ran-10")).as(ended.said()).isFalse();
    }
  }

  private ProgramHome.Ended check(RealProgram program, ProgramHome home) throws Exception {
    return home.run(
        DaemonProcess.launcher().toString(),
        "connect",
        program.connectName(),
        "--check",
        "--live",
        "--scope",
        "user",
        "--wait",
        "60s",
        "--url",
        daemon.address(),
        "--token-file",
        daemon.data().resolve("admin-token").toString());
  }

  @ParameterizedTest(
      name = "AG-52 {0}: --check --live sees that it asks, is denied and does not run")
  @EnumSource
  @Proves(Column.ASKS)
  void live_check(RealProgram program) throws Exception {
    ProgramHome home = connected(program, daemon.address());
    if (program == RealProgram.CODEX) {
      CodexTrust.inHooksOf(home);
    }
    ProgramHome.Ended checked = check(program, home);
    assertThat(checked.exitCode()).as(checked.said()).isZero();
    assertThat(checked.out()).contains("asked, was denied, and did not run");
  }

  @Test
  @DisplayName("AG-52 --check --live says that codex, whose hook nobody trusts, ran it unasked")
  void live_check_of_an_untrusted_hook() throws Exception {
    ProgramHome home = connected(RealProgram.CODEX, daemon.address());
    ProgramHome.Ended checked = check(RealProgram.CODEX, home);
    assertThat(checked.exitCode()).as(checked.said()).isEqualTo(1);
    assertThat(checked.out()).contains("ran the command unasked", "/hooks");
  }

  @Test
  @DisplayName(
      "AG-18 Claude Code answered in its own terminal: the request here is withdrawn, and a later"
          + " deny is 409 that says so")
  void answered_in_the_terminal() throws Exception {
    ProgramHome home =
        connected(RealProgram.CLAUDE, daemon.address(), "--event", "permission-request");
    Files.writeString(
        home.home().resolve(".claude.json"),
        """
        {"hasCompletedOnboarding":true,"theme":"dark",
        "customApiKeyResponses":{"approved":["scripted"],"rejected":[]},
        "projects":{"%s":{"hasTrustDialogAccepted":true,"hasCompletedProjectOnboarding":true}}}
        """
            .formatted(home.project().toRealPath()));
    String prompt = RealProgram.CLAUDE.call("touch ran-6");
    try (Terminal terminal =
        new Terminal(
            home.project(),
            home.home().resolve("screen"),
            home.environment(),
            home.command(RealProgram.CLAUDE) + " --permission-mode default '" + prompt + "'")) {
      JsonNode approval = asked("touch ran-6");
      terminal.awaitShown("Do you want to proceed?");
      terminal.press("\r");
      terminal.await(() -> home.has("ran-6"));
      String id = approval.path("request").path("id").asString();
      JsonNode settled =
          http.await(
              "/v1/approvals/" + id, one -> !one.path("status").asString().equals("pending"));
      assertThat(settled.path("status").asString()).isEqualTo("withdrawn");
      assertThat(settled.at("/resolution/by").asString()).isEqualTo("hook:claude");
      Http.Answer late =
          http.post(
                  "/v1/runs/" + approval.path("run_id").asString() + "/approvals",
                  "{\"resolutions\":[{\"request_id\":\"%s\",\"behavior\":\"deny\"}]}".formatted(id))
              .expect(409);
      assertThat(late.text()).contains("settled in claude itself");
    }
  }
}
