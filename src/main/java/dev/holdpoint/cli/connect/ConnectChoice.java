package dev.holdpoint.cli.connect;

import dev.holdpoint.api.json.Limits;
import dev.holdpoint.cli.Visible;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the flags mean for a program, or why they cannot be meant.
 *
 * @param caFile the issuer of the daemon's certificate; null for a public one
 */
record ConnectChoice(
    AgentProgram program,
    ConnectFlags flags,
    URI daemon,
    @Nullable Path caFile,
    Function<String, RuntimeException> usage) {
  private static final Pattern TOOL = Pattern.compile("[A-Za-z0-9_.:/-]*\\*?");
  private static final String BOTH = "both";

  void check() {
    List<String> ways =
        Stream.of(
                flags.write ? "--write" : "",
                flags.remove ? "--remove" : "",
                flags.check ? "--check" : "")
            .filter(way -> !way.isEmpty())
            .toList();
    if (ways.size() > 1) {
      throw refused(String.join(" and ", ways) + " cannot be combined");
    }
    if (flags.hooks && flags.mcp) {
      throw refused("--hooks and --mcp cannot be combined");
    }
    if (flags.check && flags.mcp) {
      throw refused("--check tests hooks; it cannot be combined with --mcp");
    }
    if (flags.live && !flags.check) {
      throw refused("--live is for --check");
    }
    if (flags.live && program.once.isEmpty()) {
      throw refused(
          program.title + " cannot be started without a person, so --live cannot test it");
    }
    if (!flags.tokenVariable.matches("[A-Za-z_][A-Za-z0-9_]*")) {
      throw refused(
          "'"
              + flags.tokenVariable
              + "' is not the name of a variable; use a name such as AGENT_TOKEN");
    }
    if (flags.wait.toMillis() > Limits.HOOK_WAIT_MS) {
      throw refused("--wait can be at most 24h");
    }
    if (!Files.isDirectory(flags.folder)) {
      throw refused(
          "There is no folder " + Visible.line(flags.folder.toString()) + "; choose one with --in");
    }
    if (flags.results && (program != AgentProgram.CLAUDE_CODE || flags.mcp)) {
      throw refused("--results is for hooks of Claude Code");
    }
    var _ = scope();
    checkThen();
    checkTools();
    checkQuoting("the daemon's URL", daemon.toString());
    if (caFile != null) {
      checkQuoting("--ca-file", caFile.toAbsolutePath().toString());
    }
  }

  private void checkThen() {
    String then = flags.then;
    List<String> thens = new ArrayList<>(program.moments.getFirst().thens());
    thens.addAll(program.moments.getLast().thens());
    for (AgentProgram.Moment moment : moments()) {
      thens.retainAll(moment.thens());
    }
    if (then != null && !thens.contains(then)) {
      throw refused(
          "--then must be one of "
              + String.join(", ", thens.stream().distinct().toList())
              + " for this event");
    }
  }

  private void checkTools() {
    for (String name : Stream.concat(flags.only.stream(), flags.skip.stream()).toList()) {
      if (name.isEmpty() || !TOOL.matcher(name).matches()) {
        throw refused(
            "'" + Visible.line(name) + "' is not the name of a tool, nor one that ends in one *");
      }
    }
    String matcher = flags.matcher;
    if (matcher == null) {
      return;
    }
    if (program.tools.matcher() == null) {
      throw refused(program.title + " has no matchers for tools; use --only or --skip");
    }
    String fault =
        program.isWithoutLookaround()
            ? ToolPattern.faultInRust(matcher)
            : ToolPattern.fault(matcher);
    if (fault != null) {
      throw refused(
          program.title
              + " cannot parse the matcher '"
              + Visible.line(matcher)
              + "' and would not ask for any tool: "
              + fault
              + ". 'Bash|Write' matches two tools, '*' matches all");
    }
  }

  /** Both go into a line for a shell, where such characters would end a word or begin a command. */
  private void checkQuoting(String what, String text) {
    if (text.chars()
        .anyMatch(
            c -> (c <= ' ' && !(c == ' ' && what.startsWith("--"))) || "'\"\\$`".indexOf(c) >= 0)) {
      throw refused(what + " cannot be written into a command: it has quotes, $, \\, ` or blanks");
    }
  }

  private RuntimeException refused(String why) {
    return usage.apply(why);
  }

  Scope scope() {
    String word = flags.scope;
    if (word == null) {
      return flags.mcp && program == AgentProgram.CLAUDE_CODE
          ? Scope.PROJECT
          : program.usualScope();
    }
    return program.scopes().stream()
        .filter(scope -> scope.word().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                refused(
                    "Invalid value for option '--scope': '"
                        + Visible.line(word)
                        + "' is not one of "
                        + String.join(", ", program.scopes().stream().map(Scope::word).toList())));
  }

  List<AgentProgram.Moment> moments() {
    if (flags.event == null) {
      return program.usualMoments();
    }
    List<String> words = events(program);
    if (!words.contains(flags.event)) {
      throw refused(
          "Invalid value for option '--event': '"
              + Visible.line(flags.event)
              + "' is not one of "
              + String.join(", ", words));
    }
    return flags.event.equals(BOTH)
        ? program.moments
        : program.moments.stream()
            .filter(moment -> moment.event().word().equals(flags.event))
            .toList();
  }

  /** The words of {@code --event}. */
  static List<String> events(AgentProgram program) {
    List<String> words =
        new ArrayList<>(program.moments.stream().map(moment -> moment.event().word()).toList());
    if (program.usualMoments().size() > 1) {
      words.add(BOTH);
    }
    return words;
  }

  Asking asking() {
    List<AgentProgram.Moment> moments = moments();
    boolean all = !flags.only.isEmpty() || flags.matcher != null;
    List<String> skip = new ArrayList<>(all ? List.of() : program.tools.looking());
    skip.addAll(flags.skip);
    return new Asking(
        program,
        daemon,
        moments,
        matcher(moments),
        flags.only,
        skip.stream().distinct().toList(),
        flags.wait,
        flags.then,
        flags.tokenVariable,
        caFile,
        flags.results);
  }

  /** When the program asks its user, what only looks is seldom among it. */
  private @Nullable String matcher(List<AgentProgram.Moment> moments) {
    String usual = program.tools.matcher();
    if (flags.matcher != null || usual == null) {
      return flags.matcher;
    }
    boolean before = moments.stream().anyMatch(one -> one.event() == HookEvent.PRE_TOOL_USE);
    return before && flags.only.isEmpty() ? usual : program == AgentProgram.CURSOR ? ".*" : "*";
  }

  SettingsPart part() {
    if (flags.mcp) {
      return new ServerPart(program, daemon, flags.tokenVariable);
    }
    return program.shape == Shape.PLUGIN ? new PluginPart(asking()) : new HookPart(asking());
  }
}
