package dev.holdpoint.cli.connect;

import dev.holdpoint.api.access.TokenBodies.CreatedToken;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code holdpoint connect NAME}, the same for every program. */
@Command
final class ConnectProgram extends DaemonCommand {
  /** What hooks.max_wait_ms is where nobody has set it; a daemon does not tell it. */
  private static final Duration USUAL_MOST = Duration.ofHours(1);

  private final AgentProgram program;
  private final Surroundings around;

  @Mixin private ConnectFlags flags;

  private ConnectProgram(AgentProgram program, Surroundings around) {
    this.program = program;
    this.around = around;
  }

  static CommandLine commandLine(AgentProgram program, Surroundings around) {
    CommandLine command = new CommandLine(new ConnectProgram(program, around));
    ConnectHelp.describe(program, command.getCommandSpec());
    return command;
  }

  @Override
  protected int run(HoldpointClient client) throws CallFailed, IOException, InterruptedException {
    ConnectChoice choice =
        new ConnectChoice(
            program, flags, client.daemon().url(), daemonFlags().caFile(), this::usage);
    choice.check();
    if (flags.check) {
      return check(client, choice);
    }
    SettingsPart part = choice.part();
    Scope where = choice.scope();
    Map<String, Object> told = new LinkedHashMap<>();
    CreatedToken made;
    if (part instanceof ServerPart server && server.file(where, flags.folder, around).isEmpty()) {
      made = token(client);
      byTheProgram(server, where, told);
    } else if (flags.write || flags.remove) {
      SettingsFile file =
          where == Scope.USER
              ? SettingsFile.read(file(part, where))
              : SettingsFile.in(flags.folder, file(part, where));
      SettingsPart.Added added = flags.remove ? null : added(part, file);
      String after = added == null ? removed(part, file) : added.text();
      // After all that may be refused and before what stays: without its token nothing is written.
      made = token(client);
      write(part, file, after, made, told);
      if (added != null) {
        told.put("replaced", added.replaced().stream().map(Replaced::parts).toList());
        added.replaced().forEach(one -> note("It replaced " + Visible.line(one.text()) + "."));
        advise(part, told);
      }
    } else {
      made = token(client);
      show(part, file(part, where), told);
    }
    tell(made, told);
    if (json()) {
      printJson(told);
    }
    return ExitCode.OK;
  }

  private int check(HoldpointClient client, ConnectChoice choice)
      throws CallFailed, IOException, InterruptedException {
    Path file = program.file(choice.scope(), flags.folder, around);
    List<Check> checks =
        new ConnectCheck(program, choice.asking(), around, client.daemon().trust()).of(file);
    if (flags.live && checks.stream().allMatch(Check::ok)) {
      if (!json()) {
        note("Starting " + program.title + ", which calls a model.");
      }
      checks = new java.util.ArrayList<>(checks);
      checks.add(
          new LiveCheck(program, around, client)
              .of(choice.scope() == Scope.USER ? null : flags.folder, file));
    }
    boolean fine = checks.stream().allMatch(Check::ok);
    if (json()) {
      printJson(Map.of("checks", checks));
    } else {
      checks.forEach(
          one ->
              out()
                  .println(
                      (one.ok() ? "✓ " : "✗ ") + one.name() + ": " + Visible.line(one.detail())));
    }
    return fine ? ExitCode.OK : ExitCode.FAILED;
  }

  private Path file(SettingsPart part, Scope where) {
    return part instanceof ServerPart server
        ? server.file(where, flags.folder, around).orElseThrow()
        : program.file(where, flags.folder, around);
  }

  private void show(SettingsPart part, Path file, Map<String, Object> told) throws IOException {
    SettingsPart.Added alone;
    try {
      alone = part.addTo(null);
    } catch (SettingsPart.UnknownShape e) {
      throw new IllegalStateException(e);
    }
    told.put("file", file.toString());
    told.put("settings", part instanceof PluginPart ? alone.text() : parsed(alone.text()));
    if (!json()) {
      out().print(alone.text());
      out().flush();
      note("These are settings for " + Visible.line(file.toString()) + "; --write writes them.");
    }
    advise(part, told);
  }

  private static Object parsed(String text) {
    try {
      return SettingsJson.read(text);
    } catch (SettingsJson.NotSettings e) {
      throw new IllegalStateException(e);
    }
  }

  private void write(
      SettingsPart part,
      SettingsFile file,
      @Nullable String after,
      @Nullable CreatedToken made,
      Map<String, Object> told)
      throws IOException {
    boolean changed;
    try {
      changed = file.write(after);
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
                  + (changed
                      ? (flags.remove ? ": taken out" : ": written")
                      : ": nothing to change"));
      out().flush();
    }
    if (!flags.remove) {
      part.obstacles(after).forEach(obstacle -> note("In the same file: " + obstacle + "."));
    }
  }

  /** Some programs keep their servers in a file that they write themselves. */
  private void byTheProgram(ServerPart server, Scope where, Map<String, Object> told) {
    String command = flags.remove ? server.removal(where) : server.command(where);
    told.put("command", command);
    if (!json()) {
      out().println(command);
      out().flush();
      note(
          program.title
              + " manages such servers itself: run this command"
              + (program == AgentProgram.CLAUDE_CODE ? ", or use --scope project." : "."));
    }
    if (!flags.remove) {
      advise(server, told);
    }
  }

  private void advise(SettingsPart part, Map<String, Object> told) {
    if (part instanceof ServerPart) {
      if (program == AgentProgram.CLAUDE_CODE) {
        told.put("flag", ServerPart.FLAG);
        note("Start Claude Code with: claude -p " + ServerPart.FLAG + " …");
      }
      return;
    }
    program.notes.forEach(this::note);
    if (daemonFlags().caFile() != null && (program.isHttp() || part instanceof PluginPart)) {
      note(
          "Start %s with NODE_EXTRA_CA_CERTS='%s'."
              .formatted(program.title, Visible.line(String.valueOf(daemonFlags().caFile()))));
    }
    if (flags.wait.compareTo(USUAL_MOST) > 0) {
      note(
          "The daemon ends a wait after hooks.max_wait_ms (default: one hour). Set it to %d or more."
              .formatted(flags.wait.toMillis()));
    }
    InstalledVersion version = InstalledVersion.of(program, around);
    if (version.warning() != null) {
      told.put("version_warning", version.warning());
      note(version.warning() + ".");
    }
  }

  private @Nullable CreatedToken token(HoldpointClient client) throws CallFailed, IOException {
    Path file = flags.tokenFile;
    return flags.remove || file == null ? null : NewToken.into(file, program.word, client);
  }

  private void tell(@Nullable CreatedToken made, Map<String, Object> told) {
    if (flags.remove) {
      return;
    }
    if (made == null) {
      note(
          "%s needs a token: export %s=\"$(holdpoint tokens add %s --role agent)\""
              .formatted(program.title, flags.tokenVariable, program.word));
      return;
    }
    String file = String.valueOf(flags.tokenFile);
    told.put("token_id", made.tokenId());
    told.put("token_file", file);
    note(
        "Start %s with the token %s: export %s=\"$(cat '%s')\""
            .formatted(program.title, made.tokenId(), flags.tokenVariable, Visible.line(file)));
  }

  private static SettingsPart.Added added(SettingsPart part, SettingsFile file) throws IOException {
    try {
      return part.addTo(file.text());
    } catch (SettingsPart.UnknownShape e) {
      throw unchanged(file, e);
    }
  }

  private static @Nullable String removed(SettingsPart part, SettingsFile file) throws IOException {
    try {
      return part.removeFrom(file.text());
    } catch (SettingsPart.UnknownShape e) {
      throw unchanged(file, e);
    }
  }

  private static IOException unchanged(SettingsFile file, SettingsPart.UnknownShape e) {
    return new IOException(file.path() + ": " + e.getMessage() + "; the file was not changed", e);
  }
}
