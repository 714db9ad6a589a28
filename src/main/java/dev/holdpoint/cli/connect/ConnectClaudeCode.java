package dev.holdpoint.cli.connect;

import dev.holdpoint.api.access.TokenBodies.CreatedToken;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Spans;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "claude-code",
    description = {
      "Prints the settings that make Claude Code's tools wait for a decision "
          + "here, or writes them.",
      "With hooks it asks before every tool, also in sessions without a "
          + "terminal; with MCP it asks through a tool, if it is started with "
          + "--permission-prompt-tool.",
      "A token is never printed or written into settings: the settings name "
          + "the variable that has it."
    },
    footer = {
      "  holdpoint connect claude-code                  prints the hook",
      "  holdpoint connect claude-code --write          for you, in this project",
      "  holdpoint connect claude-code --write --scope user",
      "  holdpoint connect claude-code --write --wait 30s --then deny",
      "  holdpoint connect claude-code --write --event permission-request",
      "  holdpoint connect claude-code --write --make-token ~/.claude-code.token",
      "  holdpoint connect claude-code --remove         removes it again",
      "  holdpoint connect claude-code --mcp --write    .mcp.json, for the tool",
      "",
      ExitCode.TABLE
    })
final class ConnectClaudeCode extends DaemonCommand {
  /** What hooks.claude.max_wait_ms is where nobody has set it; a daemon does not tell it. */
  private static final Duration USUAL_MOST = Duration.ofHours(1);

  @Option(names = "--hooks", description = "use hooks (the default)")
  private boolean hooks;

  @Option(
      names = "--mcp",
      description = "use the tool permission_prompt of the daemon's MCP server")
  private boolean mcp;

  @Option(
      names = "--scope",
      paramLabel = "SCOPE",
      converter = QuotedWords.OfScope.class,
      completionCandidates = QuotedWords.OfScope.class,
      description = "which settings: ${COMPLETION-CANDIDATES} (default: local; project with --mcp)")
  private @Nullable Scope scope;

  @Option(
      names = "--in",
      paramLabel = "DIR",
      description = "the project's folder, which must exist (default: this folder)")
  private Path folder = Path.of("");

  @Option(names = "--write", description = "write the settings instead of printing them")
  private boolean write;

  @Option(names = "--remove", description = "remove the settings again")
  private boolean remove;

  @Option(
      names = "--event",
      paramLabel = "EVENT",
      converter = QuotedWords.OfEvent.class,
      completionCandidates = QuotedWords.OfEvent.class,
      description =
          "when it asks: ${COMPLETION-CANDIDATES}; the second only when Claude "
              + "Code would ask its user (with -p since 2.1.325)")
  private HookEvent event = HookEvent.PRE_TOOL_USE;

  @Option(
      names = "--wait",
      paramLabel = "TIME",
      converter = Spans.class,
      description = "how long to wait for a decision: 45s, 5m (default: 5m)")
  private Duration wait = Duration.ofMinutes(5);

  @Option(
      names = "--then",
      paramLabel = "WORD",
      description =
          "result when there is no decision in time: defer (asked again on "
              + "--resume), ask (its user) or deny")
  private @Nullable String then;

  @Option(
      names = "--matcher",
      paramLabel = "PATTERN",
      description =
          "tools, as a Claude Code matcher: 'Bash|Write', '*' (default: all except "
              + "read-only tools)")
  private @Nullable String matcher;

  @Option(
      names = "--token-env",
      paramLabel = "NAME",
      description = "environment variable with the token (default: HOLDPOINT_TOKEN)")
  private String tokenVariable = "HOLDPOINT_TOKEN";

  @Option(
      names = "--make-token",
      paramLabel = "FILE",
      description = "create an agent token and write it to this new file, readable only by you")
  private @Nullable Path tokenFile;

  @Override
  protected int run(HoldpointClient client) throws CallFailed, IOException {
    check();
    SettingsPart part = part(client.daemon().url());
    Scope where = scope == null ? (mcp ? Scope.PROJECT : Scope.LOCAL) : scope;
    Map<String, Object> told = new LinkedHashMap<>();
    CreatedToken made;
    if (part instanceof ServerPart server && where.servers(folder).isEmpty()) {
      made = token(client);
      byClaudeCode(server, where, told);
    } else if (write || remove) {
      Path named = file(where);
      SettingsFile file = SettingsFile.read(named);
      List<Replaced> replaced = change(part, file.settings(), named);
      // After all that may be refused and before what stays: without its token nothing is written.
      made = token(client);
      write(part, file, replaced, made, told);
    } else {
      made = token(client);
      show(part, file(where), told);
    }
    tell(made, told);
    if (json()) {
      printJson(told);
    }
    return ExitCode.OK;
  }

  private void check() {
    if (hooks && mcp) {
      throw usage("--hooks and --mcp cannot be combined");
    }
    if (write && remove) {
      throw usage("--write and --remove cannot be combined");
    }
    if (!tokenVariable.matches("[A-Za-z_][A-Za-z0-9_]*")) {
      throw usage(
          "'" + tokenVariable + "' is not the name of a variable; use a name such as AGENT_TOKEN");
    }
    if (wait.toMillis() > Limits.HOOK_WAIT_MS) {
      throw usage("--wait can be at most 24h");
    }
    if (then != null && !event.thens().contains(then)) {
      throw usage("--then must be one of " + String.join(", ", event.thens()) + " for this event");
    }
    String fault = matcher == null ? null : ToolPattern.fault(matcher);
    if (fault != null) {
      throw usage(
          "Claude Code cannot parse the matcher '"
              + Visible.line(String.valueOf(matcher))
              + "' and would not ask for any tool: "
              + fault
              + ". 'Bash|Write' matches two tools, '*' matches all");
    }
    if (!Files.isDirectory(folder)) {
      throw usage(
          "There is no folder " + Visible.line(folder.toString()) + "; choose one with --in");
    }
  }

  private SettingsPart part(URI daemon) {
    return mcp
        ? new ServerPart(daemon, tokenVariable)
        : new HookPart(
            daemon, event, matcher == null ? event.matcher : matcher, wait, then, tokenVariable);
  }

  private Path file(Scope where) {
    return mcp
        ? where.servers(folder).orElseThrow()
        : where.settings(folder, Path.of(System.getProperty("user.home", "")), System.getenv());
  }

  private void show(SettingsPart part, Path file, Map<String, Object> told) throws IOException {
    ObjectNode alone = SettingsJson.empty();
    var _ = change(part, alone, file);
    told.put("file", file.toString());
    told.put("settings", alone);
    if (!json()) {
      out().print(SettingsJson.text(alone));
      out().flush();
      note("These are settings for " + Visible.line(file.toString()) + "; --write writes them.");
    }
    advise(part, told);
  }

  private void write(
      SettingsPart part,
      SettingsFile file,
      List<Replaced> replaced,
      @Nullable CreatedToken made,
      Map<String, Object> told)
      throws IOException {
    boolean changed;
    try {
      changed = file.write();
    } catch (IOException e) {
      if (made != null) {
        tell(made, told);
      }
      throw e;
    }
    told.put("file", file.path().toString());
    told.put("changed", changed);
    if (!json()) {
      out()
          .println(
              Visible.line(file.path().toString())
                  + (changed ? (remove ? ": taken out" : ": written") : ": nothing to change"));
      out().flush();
    }
    if (!remove) {
      if (part instanceof HookPart hook) {
        hook.obstacles(file.settings())
            .forEach(obstacle -> note("In the same file: " + obstacle + "."));
      }
      told.put("replaced", replaced.stream().map(Replaced::parts).toList());
      replaced.forEach(one -> note("It replaced " + Visible.line(one.text()) + "."));
      advise(part, told);
    }
  }

  /** A person's own servers are in a file that Claude Code writes itself. */
  private void byClaudeCode(ServerPart server, Scope where, Map<String, Object> told) {
    String command = remove ? server.removal(where) : server.command(where);
    told.put("command", command);
    if (!json()) {
      out().println(command);
      out().flush();
      note(
          "Claude Code manages such servers itself: run this command, or use "
              + "--scope project.");
    }
    if (!remove) {
      advise(server, told);
    }
  }

  private void advise(SettingsPart part, Map<String, Object> told) {
    if (part instanceof HookPart) {
      note(
          "From Claude Code 2.1.295 on, the tool is blocked while the daemon is "
              + "not reachable; older versions let the tool run.");
      if (wait.compareTo(USUAL_MOST) > 0) {
        note(
            "The daemon ends a wait after hooks.claude.max_wait_ms (default: one hour). Set it to %d or more."
                .formatted(wait.toMillis()));
      }
    } else {
      told.put("flag", ServerPart.FLAG);
      note("Start Claude Code with: claude -p " + ServerPart.FLAG + " …");
    }
  }

  private @Nullable CreatedToken token(HoldpointClient client) throws CallFailed, IOException {
    return remove || tokenFile == null ? null : NewToken.into(tokenFile, client);
  }

  private void tell(@Nullable CreatedToken made, Map<String, Object> told) {
    if (remove) {
      return;
    }
    if (made == null) {
      note(
          "Claude Code needs a token: export %s=\"$(holdpoint tokens add claude-code --role agent)\""
              .formatted(tokenVariable));
      return;
    }
    String file = String.valueOf(tokenFile);
    told.put("token_id", made.tokenId());
    told.put("token_file", file);
    note(
        "Start Claude Code with the token %s: export %s=\"$(cat '%s')\""
            .formatted(made.tokenId(), tokenVariable, Visible.line(file)));
  }

  private List<Replaced> change(SettingsPart part, ObjectNode settings, Path file)
      throws IOException {
    try {
      if (remove) {
        part.removeFrom(settings);
        return List.of();
      }
      return part.addTo(settings);
    } catch (SettingsPart.UnknownShape e) {
      throw new IOException(file + ": " + e.getMessage() + "; the file was not changed", e);
    }
  }
}
