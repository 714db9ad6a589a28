package dev.holdpoint.cli.connect;

import dev.holdpoint.api.access.TokenBodies.CallerView;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.DaemonAddress;
import dev.holdpoint.client.http.RequestPath;
import dev.holdpoint.client.http.Trust;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Tests the hooks that are installed, by doing what the program would do with them. What cannot be
 * told because something before it failed is left out.
 *
 * @param asking what would be written now, for the words of advice
 */
record ConnectCheck(AgentProgram program, Asking asking, Surroundings around, Trust trust) {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Duration ANSWER = Duration.ofSeconds(30);

  List<Check> of(Path named) throws IOException, InterruptedException {
    List<Check> checks = new ArrayList<>();
    String text = SettingsFile.read(named).text();
    List<InstalledHook> hooks = InstalledHook.in(text, asking);
    if (hooks.isEmpty()) {
      checks.add(Check.bad("entry", "no hook of Holdpoint in " + named + ": " + writing()));
      checks.add(version());
      return checks;
    }
    InstalledHook first = hooks.getFirst();
    Check foreign = foreign(named, hooks);
    if (foreign != null) {
      checks.add(foreign);
      checks.add(version());
      return checks;
    }
    checks.add(Check.good("entry", named + " asks " + first.base()));
    checks.add(enabled(named, text, first));
    boolean isCommand = !program.isHttp() && program.shape != Shape.PLUGIN;
    boolean runs = !isCommand || around.program("curl").isPresent();
    if (isCommand) {
      checks.add(
          runs
              ? Check.good("curl", "it is on the PATH")
              : Check.bad(
                  "curl", "the hook needs curl, and there is none on the PATH: install it"));
    }
    boolean reached = checkToken(first, checks);
    if (reached && runs) {
      checks.add(asks(hooks, isCommand));
    }
    if (runs) {
      checks.add(failsClosed(hooks, isCommand, text));
    }
    checks.add(version());
    return checks;
  }

  /**
   * Settings of a project come with the project: what somebody else put there is not run, and is
   * sent no variable of this person's.
   */
  private @Nullable Check foreign(Path named, List<InstalledHook> hooks) {
    boolean isCommand = !program.isHttp() && program.shape != Shape.PLUGIN;
    for (InstalledHook hook : hooks) {
      if (!hook.base().equals(asking.daemon().toString())
          || !hook.variable().equals(asking.tokenVariable())) {
        return Check.bad(
            "entry",
            "the hook in %s asks %s with the variable %s, not %s with %s, so nothing was tried. Give --url and --token-env, or %s"
                .formatted(
                    named,
                    hook.base(),
                    hook.variable(),
                    asking.daemon().toString(),
                    asking.tokenVariable(),
                    writing()));
      }
      if (isCommand && !HookLine.isAsWritten(asking, hook.moment(), hook)) {
        return Check.bad(
            "fails closed",
            "the command in %s was changed, so it was not run: it would let the tool run, or do something else. %s"
                .formatted(named, writing()));
      }
    }
    return null;
  }

  private String writing() {
    return "write it with 'holdpoint connect " + program.word + " --write'";
  }

  private Check enabled(Path file, @Nullable String text, InstalledHook hook) {
    List<String> obstacles =
        program.shape == Shape.PLUGIN
            ? List.of()
            : new HookPart(asking.at(URI.create(hook.base()), hook.variable())).obstacles(text);
    return obstacles.isEmpty()
        ? Check.good("enabled", "nothing in the file switches hooks off")
        : Check.bad("enabled", String.join("; ", obstacles) + ". Change this in " + file);
  }

  private boolean checkToken(InstalledHook hook, List<Check> checks) {
    String token = around.variable(hook.variable());
    if (token == null) {
      checks.add(
          Check.bad(
              "token",
              "%s is not set here: export %s=\"$(holdpoint tokens add %s --role agent)\""
                  .formatted(hook.variable(), hook.variable(), program.word)));
      return false;
    }
    try {
      CallerView caller = daemon(hook, token).get(RequestPath.of("/v1/me"), CallerView.class);
      if (!caller.role().may(Endpoint.Access.WORK)) {
        checks.add(
            Check.bad(
                "token",
                "the token in %s has the role %s, which may not ask: use one with the role agent"
                    .formatted(
                        hook.variable(), caller.role().name().toLowerCase(java.util.Locale.ROOT))));
        return false;
      }
      checks.add(Check.good("token", hook.variable() + " is set, and its role may ask"));
      return true;
    } catch (CallFailed e) {
      checks.add(
          e.kind() == CallFailed.Kind.NO_ANSWER
              ? Check.bad(
                  "daemon",
                  "no daemon answers at "
                      + hook.base()
                      + ": start it with 'holdpoint serve', or write the hook with another --url")
              : Check.bad(
                  "token",
                  "the daemon at "
                      + hook.base()
                      + " does not accept the token in "
                      + hook.variable()
                      + ": make one with 'holdpoint tokens add "
                      + program.word
                      + " --role agent'"));
      return false;
    } catch (IllegalArgumentException e) {
      checks.add(Check.bad("token", e.getMessage() + ": set " + hook.variable() + " again"));
      return false;
    }
  }

  private Connection daemon(InstalledHook hook, String token) {
    return new Connection(
        new DaemonAddress(URI.create(hook.base()), token, hook.variable(), trust));
  }

  /** The daemon denies a tool of this name at once and with the nonce, and stores nothing. */
  private Check asks(List<InstalledHook> hooks, boolean isCommand)
      throws IOException, InterruptedException {
    for (InstalledHook hook : hooks) {
      String nonce = nonce();
      ObjectNode body = body(hook.moment(), nonce);
      String answer = isCommand ? answerOf(hook.command(), body) : posted(hook, body);
      if (!isDenied(answer, hook.moment(), "Holdpoint check " + nonce)) {
        return Check.bad(
            "asks",
            "the hook for "
                + hook.moment().setting()
                + " did not get the daemon's answer: it was changed, or the daemon is older. "
                + writing());
      }
    }
    return Check.good("asks", "a test request was denied by the daemon, as it should be");
  }

  private String answerOf(String command, ObjectNode body)
      throws IOException, InterruptedException {
    Subprocess.Ended ended = run(command, body);
    return ended.exitCode() == 0 ? ended.out() : "";
  }

  private Subprocess.Ended run(String command, ObjectNode body)
      throws IOException, InterruptedException {
    return Subprocess.run(
        List.of("sh", "-c", command), around.environment(), body.toString(), ANSWER);
  }

  private String posted(InstalledHook hook, ObjectNode body) {
    try {
      return daemon(hook, String.valueOf(around.variable(hook.variable())))
          .post(
              RequestPath.of("/hooks/" + program.hook + "/" + hook.moment().event().word()),
              body,
              JsonNode.class)
          .toString();
    } catch (CallFailed e) {
      return "";
    }
  }

  private static boolean isDenied(String answer, AgentProgram.Moment moment, String words) {
    try {
      return answer.contains(words)
          && JSON.readTree(answer).at(moment.verdict()).asString("").equals("deny");
    } catch (JacksonException _) {
      return false;
    }
  }

  private ObjectNode body(AgentProgram.Moment moment, String nonce) {
    ObjectNode body =
        JSON.createObjectNode()
            .put("session_id", "holdpoint-check-" + nonce)
            .put("hook_event_name", moment.setting())
            .put("cwd", around.home().toAbsolutePath().toString())
            .put("tool_name", "holdpoint_check")
            .put("tool_use_id", "holdpoint-check-" + nonce);
    if (program == AgentProgram.CURSOR) {
      body.put("conversation_id", "holdpoint-check-" + nonce)
          .putArray("workspace_roots")
          .add(around.home().toAbsolutePath().toString());
    }
    body.putObject("tool_input").put("nonce", nonce);
    return body;
  }

  /** The same without a daemon: nothing but a refusal that the program understands will do. */
  private Check failsClosed(List<InstalledHook> hooks, boolean isCommand, @Nullable String text)
      throws IOException, InterruptedException {
    for (InstalledHook hook : hooks) {
      boolean refuses;
      if (isCommand) {
        Subprocess.Ended ended =
            run(hook.commandAt("http://127.0.0.1:" + closedPort()), body(hook.moment(), nonce()));
        refuses = ended.exitCode() == 2 && ended.out().isBlank() && !ended.err().isBlank();
      } else if (hook.handler() != null) {
        refuses = hook.handler().path("onFailure").asString("").equals("block");
      } else {
        refuses = PluginPart.isAsWritten(String.valueOf(text));
      }
      if (!refuses) {
        return Check.bad(
            "fails closed",
            "without a daemon the hook for "
                + hook.moment().setting()
                + " would let the tool run: it was changed. "
                + writing());
      }
    }
    return Check.good("fails closed", "without a daemon the tool does not run");
  }

  private static int closedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private Check version() {
    InstalledVersion version = InstalledVersion.of(program, around);
    return new Check("version", !version.tooOld(), version.detail());
  }

  static String nonce() {
    byte[] random = new byte[8];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }
}
