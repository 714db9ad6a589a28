package dev.holdpoint.cli.demo;

import dev.holdpoint.api.event.RunEvent;
import dev.holdpoint.api.event.StreamFrame;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRequestView;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRow;
import dev.holdpoint.api.gate.QuestionBodies.UserQuestionRequestView;
import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.ResolutionText;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.ApprovalClient;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.DaemonAddress;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The main job, in front of somebody: a run asks, waits, outlives its daemon, is answered and goes
 * on. The daemon is a real one and is called as any client calls it.
 */
public final class Demo {
  private static final String SESSION = "demo";
  private static final Duration GLANCE = Duration.ofMillis(250);
  private static final String CHOICES =
      "[a]llow   [d]eny   [e]dit the command   [k]ill -9 the daemon first   [q]uit";

  private final DemoDaemon daemon;
  private final DemoScreen screen;
  private final DemoAnswers answers;
  private final DemoEvents events = new DemoEvents(SESSION);
  private HoldpointClient client;

  private Demo(DemoDaemon daemon, DemoScreen screen, DemoAnswers answers, HoldpointClient client) {
    this.daemon = daemon;
    this.screen = screen;
    this.answers = answers;
    this.client = client;
  }

  /** Somebody left before the end. */
  private static final class Left extends Exception {
    private final int exitCode;

    Left(int exitCode) {
      this.exitCode = exitCode;
    }
  }

  /** Returns the exit code. */
  public static int run(DemoDaemon daemon, DemoScreen screen, DemoAnswers answers)
      throws DemoFailed, CallFailed, IOException, InterruptedException {
    screen.title();
    Demo demo = new Demo(daemon, screen, answers, start(daemon, screen));
    try {
      demo.client.sessions().create(SESSION);
      demo.events.follow(demo.client);
      RunView run = demo.client.sessions().submit(SESSION, DemoScript.TEXT);
      screen.note("run", run.runId() + " in session " + SESSION);
      screen.blank();
      return demo.follow();
    } catch (Left left) {
      return left.exitCode;
    } finally {
      demo.events.stop();
    }
  }

  private static HoldpointClient start(DemoDaemon daemon, DemoScreen screen)
      throws DemoFailed, InterruptedException {
    long began = System.nanoTime();
    DaemonAddress address =
        daemon.start(soFar -> screen.progress("daemon", "starts in a temporary folder", soFar));
    double seconds = (System.nanoTime() - began) / 1e9;
    screen.note(
        "daemon",
        "pid %d at %s, ready after %.1f s".formatted(daemon.pid(), address.url(), seconds));
    screen.note(
        "inbox",
        "open it in a browser: holdpoint open --url %s --data %s"
            .formatted(address.url(), daemon.data()));
    return new HoldpointClient(address);
  }

  private int follow() throws DemoFailed, CallFailed, IOException, InterruptedException, Left {
    long quietSince = System.nanoTime();
    while (true) {
      StreamFrame frame = events.next(GLANCE);
      if (frame == null) {
        if (!daemon.isAlive()) {
          throw new DemoFailed("the daemon has ended unexpectedly:\n" + daemon.lastWords());
        }
        screen.progress("run", "works", Duration.ofNanos(System.nanoTime() - quietSince));
        continue;
      }
      Integer exitCode = take(frame);
      if (exitCode != null) {
        return exitCode;
      }
      if (!(frame instanceof StreamFrame.Heartbeat)) {
        quietSince = System.nanoTime();
      }
    }
  }

  /** Returns the exit code when the run has ended. */
  private @Nullable Integer take(StreamFrame frame)
      throws DemoFailed, CallFailed, IOException, InterruptedException, Left {
    switch (frame) {
      case StreamFrame.RunHappened(var entry) -> {
        return show(entry.event());
      }
      case StreamFrame.ApprovalRequested(var approval, var runId, _, _) -> decide(approval, runId);
      case StreamFrame.QuestionRequested(var question, var runId, _, _) -> answer(question, runId);
      case StreamFrame.StreamGap gap -> screen.bad("gap", gap.skipped() + " events were skipped");
      // The same is told by the run's own events.
      case StreamFrame.RunUpdated _,
          StreamFrame.Output _,
          StreamFrame.SessionStateChanged _,
          StreamFrame.ApprovalResolved _,
          StreamFrame.QuestionResolved _,
          StreamFrame.GateUpdated _,
          StreamFrame.TextDelta _,
          StreamFrame.Heartbeat _ -> {}
    }
    return null;
  }

  private @Nullable Integer show(RunEvent event) {
    switch (event) {
      case RunEvent.Accepted _, RunEvent.Queued _ -> {}
      case RunEvent.Started _ -> screen.note("started", "the run is working");
      case RunEvent.Output(var output, _) -> screen.agent(ResolutionText.said(output.content()));
      case RunEvent.WaitingForApproval _ ->
          screen.waits("the run is parked: no thread, no timer, a row on disk");
      case RunEvent.WaitingForUserQuestion _ -> screen.waits("the run is parked again");
      case RunEvent.ApprovalResolved(var resolutions, var by) ->
          resolutions.forEach(sent -> screen.good("decided", ResolutionText.decided(sent, by)));
      case RunEvent.UserQuestionResolved(var sent, var by) ->
          screen.good("answered", ResolutionText.answered(sent, by));
      case RunEvent.ParentClarificationResolved _,
          RunEvent.PermissionRuleApplied _,
          RunEvent.AgentModeChanged _,
          RunEvent.EffectUncertain _,
          RunEvent.EffectSettled _,
          RunEvent.GateUpdated _,
          RunEvent.ApprovalStale _,
          RunEvent.ApprovalEndorsed _ -> {}
      case RunEvent.Completed _ -> {
        screen.good("completed", "the run has ended");
        screen.end();
        return ExitCode.OK;
      }
      case RunEvent.Failed(var error, _) -> {
        screen.bad("failed", Visible.lines(error));
        return ExitCode.FAILED;
      }
      case RunEvent.Interrupted _ -> {
        screen.bad("interrupted", "the run was interrupted");
        return ExitCode.FAILED;
      }
      case RunEvent.Cancelled _ -> {
        screen.bad("cancelled", "the run was cancelled");
        return ExitCode.FAILED;
      }
    }
    return null;
  }

  private void decide(ApprovalRequestView approval, String runId)
      throws DemoFailed, CallFailed, IOException, InterruptedException, Left {
    screen.approval(approval);
    while (true) {
      String[] said = ask(CHOICES).split("\\s+", 2);
      String rest = said.length == 2 ? said[1] : "";
      switch (said[0].toLowerCase(Locale.ROOT)) {
        case "a", "allow" -> {
          allow(approval, runId, null);
          return;
        }
        case "d", "deny" -> {
          String why = "Reason (optional). The agent will see it.";
          deny(approval, runId, rest.isEmpty() ? ask(why) : rest);
          return;
        }
        case "e", "edit" -> {
          String command = rest.isEmpty() ? ask("The command to run instead:") : rest;
          if (!command.isEmpty()) {
            allow(approval, runId, edited(approval, command));
            return;
          }
        }
        case "k", "kill" -> kill(approval);
        case "q", "quit" -> throw quit();
        default -> screen.note("sorry", "please type a, d, e, k or q");
      }
    }
  }

  private static JsonNode edited(ApprovalRequestView approval, String command) {
    ObjectNode input =
        approval.input() instanceof ObjectNode asked
            ? asked.deepCopy()
            : JsonNodeFactory.instance.objectNode();
    return input.put("command", command);
  }

  private void allow(ApprovalRequestView approval, String runId, @Nullable JsonNode instead)
      throws CallFailed {
    client
        .approvals()
        .resolve(runId, ApprovalClient.allow(approval.id(), approval.digest(), instead));
  }

  private void deny(ApprovalRequestView approval, String runId, String reason) throws CallFailed {
    client
        .approvals()
        .resolve(runId, ApprovalClient.deny(approval.id(), reason.isBlank() ? null : reason));
  }

  private void kill(ApprovalRequestView approval)
      throws DemoFailed, CallFailed, InterruptedException {
    ApprovalRow before = client.approvals().find(approval.id());
    events.stop();
    long pid = daemon.pid();
    daemon.kill();
    screen.bad("kill -9", "process " + pid + " was killed without warning");
    client = start(daemon, screen);
    events.follow(client);
    List<ApprovalRow> pending = client.approvals().list(SESSION, "pending");
    if (!pending.equals(List.of(before))) {
      throw new DemoFailed("the approval has changed: it was " + before + ", now it is " + pending);
    }
    screen.good("the same", approval.id() + " is still pending, equal in every field");
    screen.blank();
  }

  private void answer(UserQuestionRequestView question, String runId)
      throws CallFailed, IOException, Left {
    DemoQuestion asked = new DemoQuestion(question);
    screen.question(asked.first());
    while (true) {
      String line = ask(asked.choices());
      if (line.equalsIgnoreCase("q")) {
        throw quit();
      }
      if (!line.isEmpty()) {
        client.questions().resolve(runId, asked.resolution(line));
        return;
      }
    }
  }

  private Left quit() {
    screen.note("left", "the daemon has stopped and its folder is removed");
    return new Left(ExitCode.OK);
  }

  private String ask(String choices) throws IOException, Left {
    screen.choices(choices);
    String line = answers.next();
    if (line == null) {
      screen.blank();
      screen.bad(
          "left",
          "the input has ended. The run would keep waiting;\nanswer on a terminal, "
              + "pipe the answers in (one on each line), or use --yes");
      throw new Left(ExitCode.BAD_REQUEST);
    }
    if (answers.unseen()) {
      screen.answered(line);
    }
    return line.strip();
  }
}
