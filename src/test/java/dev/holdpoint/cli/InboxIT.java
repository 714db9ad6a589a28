package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdpoint.api.access.TokenBodies.CreateTokenRequest;
import dev.holdpoint.api.endpoint.Role;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRequestView;
import dev.holdpoint.api.gate.RenderingBodies.RenderedView;
import dev.holdpoint.api.gate.TriageBodies.TriageLook;
import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.blackbox.DaemonProcess;
import dev.holdpoint.client.ApprovalClient;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.SessionClient;
import dev.holdpoint.client.http.DaemonAddress;
import dev.holdpoint.client.http.PageRequest;
import dev.holdpoint.daemon.TypedHere;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What somebody sees and does who types {@code bin/holdpoint inbox}. */
@Timeout(180)
class InboxIT {
  @TempDir private static Path data;
  private static DaemonProcess daemon;
  private static HoldpointClient client;
  private static int sessions;

  @TempDir private Path folder;

  @BeforeAll
  static void start() throws Exception {
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/script")),
        "script (util-linux) is needed for a pseudo-terminal");
    daemon = DaemonProcess.start(data);
    client = new HoldpointClient(DaemonAddress.of(daemon.address(), daemon.adminToken()));
  }

  @AfterAll
  static void stop() throws Exception {
    if (daemon != null) {
      daemon.close();
    }
  }

  private static String session() throws Exception {
    return client.sessions().create("inbox-" + ++sessions).sessionId();
  }

  private static RunView park(String session, String... lines) throws Exception {
    client
        .sessions()
        .input(session, SessionClient.input("#!script\n" + String.join("\n", lines)), 30_000);
    return client.runs().list(session, null).getFirst();
  }

  private OnTerminal inbox(String session, String... editor) throws Exception {
    return OnTerminal.start(
        folder,
        Map.of(
            "HOLDPOINT_URL",
            daemon.address(),
            "HOLDPOINT_DATA",
            daemon.data().toString(),
            "VISUAL",
            editor.length == 0 ? "false" : editor[0]),
        "inbox",
        "--undo",
        "0s",
        "--session",
        session);
  }

  private static RunView ended(RunView run) throws Exception {
    return RunWatch.await(client, run.runId(), RunWatch.Until.ENDED, null);
  }

  @Test
  void what_waits_is_allowed_denied_edited_and_answered_as_it_comes() throws Exception {
    String session = session();
    RunView run =
        park(
            session,
            Desk.commands("echo first", "echo second", "echo third"),
            "{\"say_last_result\":true}",
            Desk.ASK,
            "{\"say_last_result\":true}");

    try (OnTerminal screen = inbox(session, "sed -i s/third/THIRD/")) {
      screen.shows("3 requests waiting", "▸", "bash wants to run:", "    echo first", "d deny");
      screen.types("a").shows("Decided: allowed by you.");
      // PF-05
      RenderedView rendered =
          Objects.requireNonNull(
              Objects.requireNonNull(
                      client.approvals().find(run.pendingApprovalIds().getFirst()).resolution())
                  .rendered());
      assertThat(rendered.surface()).isEqualTo("terminal");
      assertThat(rendered.asAsked()).isTrue();
      // Once more for the finger that was too fast: the card is still the first one.
      screen.types("a").shows("It can no longer be decided", "    echo first");
      screen.types("\r").shows("2 requests waiting", "    echo second", "d deny");
      screen.types("d").shows("Reason (optional)").types("not this one\r").shows("denied by you");
      screen.types("\r").shows("    echo third", "e edit", "a allow");
      screen.types("e").shows("Edited by you:", "    echo THIRD");
      screen.types("a").shows("allowed by you, edited");

      // The run goes on by itself, and its question comes by itself.
      screen.shows("Which database?", "    echo third");
      screen.types("\r").shows("2  SQLite", "a answer");
      screen.types("a").shows("Enter answers").types("9\r").shows("There is no option 9");
      screen.types("\u007f2\r").shows("answered by you");
      assertThat(ended(run).outputs().toString())
          .contains("first\\n", "not this one", "THIRD\\n", "lite")
          .doesNotContain("second\\n", "third\\n");

      screen.types("\r").shows("You're all caught up. New requests appear here automatically.");
      screen.types("q");
      assertThat(screen.ends()).as(screen.shown()).isZero();
      assertThat(screen.raw()).contains("\u001b[?1049h").endsWith("\u001b[?1049l\u001b[23;0;0t");
    }
  }

  // PG-79, PG-29
  @Test
  void PG_79_requests_are_found_selected_decided_together_undone_and_remembered() throws Exception {
    String session = session();
    RunView run =
        park(
            session,
            Desk.commands("echo one", "echo two", "rm -rf build/old", "git push origin main"));
    try (OnTerminal screen =
        OnTerminal.start(
            folder,
            Map.of("HOLDPOINT_URL", daemon.address(), "HOLDPOINT_DATA", daemon.data().toString()),
            "inbox",
            "--undo",
            "60s",
            "--session",
            session)) {
      screen.shows("4 requests waiting", "Run echo one", "! Run rm -rf build/old", "a allow");
      screen.types("/push\r").shows("“push”", "1 request waiting", "    git push origin main");
      screen.types("/\u0015\r").shows("4 requests waiting");
      screen.types("F").shows("Risk      any").types("\u001b[B\u001b[B").shows("▸ Risk");
      screen.types("\u001b[D").shows("▸ Risk").shows("high").types("\r");
      screen.shows("risk: high", "1 request waiting", "High risk: Run rm -rf build/old");
      screen.types("F").shows("Filters").types("\u007f\r").shows("4 requests waiting");

      screen.types("*").shows("4 selected").types("a");
      screen.shows("Allow 3 requests:", "Left out:", "high risk, which needs its own decision");
      screen.shows("Enter allow").types("\r").shows("3 allowed. U undoes them.", "runs in");
      assertThat(client.runs().find(run.runId()).pendingApprovalIds()).hasSize(4);
      screen.types("U").shows("Undone. 3 requests are waiting again.");

      screen.types("/push\r").shows("“push”", "    git push origin main", "r remember");
      screen.types("r").shows("Allow and remember", "exactly this command: git push origin main");
      screen.shows("this session, " + session, "8 hours", "Would have matched");
      screen.shows("Enter: Allow and create rule");
      screen.types("\r").shows("Allowed by admin. Takes effect in").types("U").shows("Undone.");
      screen.types("q");
      assertThat(screen.ends()).as(screen.shown()).isZero();
    }
    assertThat(client.permissionRules().page(null, new PageRequest(null, 100)).items())
        .as("a rule comes with the decision, and that was undone")
        .isEmpty();
  }

  @Test
  void what_others_decide_stays_on_the_screen_and_cannot_be_decided() throws Exception {
    String session = session();
    RunView run = park(session, Desk.commands("echo mine", "echo other"));
    ApprovalRequestView first = run.pendingApprovals().getFirst();

    try (OnTerminal screen = inbox(session)) {
      screen.shows("    echo mine", "a allow");
      client.approvals().resolve(run.runId(), ApprovalClient.deny(first.id(), "no"));
      screen.shows("Decided: denied by you");
      screen.types("a").shows("It can no longer be decided: denied by you");
      screen.types("q");
      assertThat(screen.ends()).isZero();
    }
    List<String> left = client.runs().find(run.runId()).pendingApprovalIds();
    assertThat(left).as("the key went to no other card").hasSize(1).doesNotContain(first.id());
  }

  private Path token(String name, Role role) throws Exception {
    String token =
        client.tokens().create(new CreateTokenRequest(name, role, null, null, null, null)).token();
    return Files.writeString(folder.resolve(name), token);
  }

  private OnTerminal as(Path token, String... args) throws Exception {
    List<String> all = new ArrayList<>(List.of(args));
    all.addAll(List.of("--url", daemon.address(), "--token-file", token.toString()));
    return OnTerminal.start(folder, Map.of(), all.toArray(String[]::new));
  }

  private static List<String> lookedAt(String id) throws Exception {
    return client.triage().find(id).seen().stream().map(TriageLook::by).toList();
  }

  // DX-57
  @Test
  void a_look_at_a_terminal_is_told_once_and_no_other_leaves_a_trace() throws Exception {
    String session = session();
    Path admin = daemon.data().resolve("admin-token");
    Path ben = token("ben", Role.OPERATOR);
    Path vera = token("vera", Role.VIEWER);
    TypedHere.Outcome policy =
        TypedHere.at(
            daemon.address(),
            admin.toString(),
            "policies",
            "add",
            "two",
            "--session",
            session,
            "--needs",
            "2 of anyone");
    assertThat(policy.exitCode()).as(policy.toString()).isZero();
    RunView run = park(session, Desk.commands("make release"));
    String id = run.pendingApprovalIds().getFirst();

    // What programs read, and a pipe.
    client.approvals().find(id);
    assertThat(client.ambient().pendingApproval(session).toString()).contains(id);
    TypedHere.Outcome piped =
        TypedHere.at(daemon.address(), admin.toString(), "approvals", "get", id);
    assertThat(piped.out()).contains("waits for");
    try (OnTerminal json = as(admin, "approvals", "get", id, "--json")) {
      assertThat(json.ends()).isZero();
    }
    assertThat(lookedAt(id)).isEmpty();

    try (OnTerminal viewer = as(vera, "inbox", "--session", session)) {
      viewer.shows("▸ •", "    make release", "waits for   2 more of anyone");
      try (OnTerminal screen = as(ben, "inbox", "--session", session)) {
        screen.shows("▸    Run make", "    make release", "a allow");
        // The viewer has had the card on the screen for longer.
        viewer.shows("▸    Run make");
        assertThat(lookedAt(id)).containsExactly("ben");

        screen.types("c").shows("Claimed by you.", "claimed by  ben");
        screen.types("c").shows("Your claim has ended.");
        screen.types("m").shows("Comment for other people").types("looks fine\r");
        screen.shows("Comment saved.", "comment     ben: looks fine");
        viewer.shows("comment     ben: looks fine");
        screen.types("z").shows("Snooze for how long?").types("2h\r").shows("Snoozed.");
        screen.types("a").shows("Your vote is recorded. The request still waits.");
        screen.shows("yes         ben", "waits for   1 more of anyone");
        screen.types("q");
        assertThat(screen.ends()).as(screen.shown()).isZero();
      }
      viewer.types("q");
      assertThat(viewer.ends()).isZero();
    }
    assertThat(lookedAt(id)).containsExactly("ben");

    try (OnTerminal seen = as(admin, "approvals", "get", id)) {
      seen.sees("make release");
      assertThat(seen.ends()).isZero();
    }
    assertThat(lookedAt(id)).containsExactly("ben", "admin");
  }

  @Test
  void a_question_that_is_read_at_a_terminal_is_seen_and_lists_are_of_those_who_may_act()
      throws Exception {
    String session = session();
    Path admin = daemon.data().resolve("admin-token");
    RunView run = park(session, Desk.ASK);
    String id = run.pendingQuestionIds().getFirst();
    try (OnTerminal seen = as(admin, "questions", "get", id)) {
      seen.sees("Which database?");
      assertThat(seen.ends()).isZero();
    }
    assertThat(lookedAt(id)).containsExactly("admin");

    assertThat(listed(admin, session, "me")).contains(id);
    assertThat(listed(admin, session, "person:nobody")).doesNotContain(id);
    TypedHere.at(daemon.address(), admin.toString(), "triage", "snooze", id, "1h");
    assertThat(listed(admin, session, "me")).doesNotContain(id);
    assertThat(listed(admin, session, "person:admin")).contains(id);
  }

  private static String listed(Path token, String session, String audience) {
    TypedHere.Outcome outcome =
        TypedHere.at(
            daemon.address(),
            token.toString(),
            "inbox",
            "--session",
            session,
            "--for",
            audience,
            "--json");
    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
    return outcome.out();
  }

  @Test
  void an_agent_cannot_steer_the_terminal() throws Exception {
    String session = session();
    park(session, Desk.commands("ls \\u001b]0;evil\\u0007 \\u001b[8m# hidden"));

    try (OnTerminal screen = inbox(session)) {
      screen.shows("    ls ⟨ESC⟩]0;evil⟨BEL⟩ ⟨ESC⟩[8m# hidden");
      screen.types("q");
      assertThat(screen.ends()).isZero();
      assertThat(screen.raw()).doesNotContain("\u001b]0;evil", "\u001b[8m");
    }
  }

  @Test
  void ctrl_c_and_a_signal_leave_the_terminal_as_it_was() throws Exception {
    String session = session();
    park(session, Desk.commands("ls"));

    try (OnTerminal screen = inbox(session)) {
      screen.shows("q quit").types("\u0003");
      assertThat(screen.ends()).isZero();
      assertThat(screen.raw()).contains("\u001b[?1049l");
    }
    try (OnTerminal screen = inbox(session)) {
      screen.shows("q quit").terminate();
      assertThat(screen.ends()).isEqualTo(143);
      assertThat(screen.raw()).contains("\u001b[?1049l");
    }
  }

  @Test
  void without_a_terminal_it_says_what_to_use() throws Exception {
    Map<String, String> here =
        Map.of("HOLDPOINT_URL", daemon.address(), "HOLDPOINT_DATA", daemon.data().toString());

    Typed.Outcome piped = new Typed(folder).run(here, "", "inbox");
    assertThat(piped.exitCode()).isEqualTo(2);
    assertThat(piped.out()).isEmpty();
    assertThat(piped.err()).contains("the inbox needs a terminal").hasLineCount(1);

    Typed.Outcome json = new Typed(folder).run(here, "", "inbox", "--json");
    assertThat(json.exitCode()).isZero();
    assertThat(json.out()).contains("\"items\"", "\"counts\"");
  }

  @Test
  void without_a_daemon_the_screen_is_not_touched() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    try (OnTerminal screen =
        OnTerminal.start(folder, Map.of(), "inbox", "--url", "http://127.0.0.1:" + port)) {
      assertThat(screen.ends()).isEqualTo(3);
      assertThat(screen.raw()).startsWith("holdpoint: No daemon answers at ").hasLineCount(1);
    }
  }
}
