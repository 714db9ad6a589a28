package dev.holdpoint.cli.connect;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The programs that ask by hooks, and all in which they differ. Versions are those that were run;
 * Cursor's hooks are as its documentation has them.
 */
@SuppressWarnings("ImmutableEnumChecker") // of records and lists that cannot be changed
enum AgentProgram {
  CLAUDE_CODE(
      "claude-code",
      "claude",
      "Claude Code",
      new Places("CLAUDE_CONFIG_DIR", ".claude", "", "settings.json", ".claude/settings.json"),
      Shape.GROUP,
      List.of(
          new Moment(
              HookEvent.PRE_TOOL_USE,
              "PreToolUse",
              "/hookSpecificOutput/permissionDecision",
              List.of("defer", "ask", "deny")),
          new Moment(
              HookEvent.PERMISSION_REQUEST,
              "PermissionRequest",
              "/hookSpecificOutput/decision/behavior",
              List.of("ask", "deny"))),
      // What only starts agents whose own tools are asked about is left out too.
      new Tools(
          "^(?!(Agent|BashOutput|Glob|Grep|LS|NotebookRead|Read|Task|TaskCreate|TaskGet|TaskList"
              + "|TaskUpdate|TodoWrite|ToolSearch)$).+$",
          List.of()),
      new Versions("claude", "2.1.295", "2.1.325"),
      List.of("-p"),
      List.of(
          "Claude Code runs the hooks of a project only in a folder that it trusts.",
          "From Claude Code 2.1.295 on, the tool is blocked while the daemon is not reachable; "
              + "older versions let the tool run.")),

  CODEX(
      "codex",
      "codex",
      "Codex",
      new Places("CODEX_HOME", ".codex", "", "hooks.json", ".codex/hooks.json"),
      Shape.GROUP,
      List.of(
          new Moment(
              HookEvent.PRE_TOOL_USE,
              "PreToolUse",
              "/hookSpecificOutput/permissionDecision",
              List.of("deny")),
          new Moment(
              HookEvent.PERMISSION_REQUEST,
              "PermissionRequest",
              "/hookSpecificOutput/decision/behavior",
              List.of("ask", "deny"))),
      new Tools("*", List.of()),
      new Versions("codex", null, "0.166.0"),
      List.of("exec", "--skip-git-repo-check"),
      List.of(
          "Codex skips a hook that nobody has trusted, without a word: start codex and confirm "
              + "it once with /hooks, or use --dangerously-bypass-hook-trust.",
          Notes.KILLED)),

  COPILOT(
      "copilot",
      "copilot",
      "Copilot CLI",
      new Places(
          "COPILOT_HOME", ".copilot", "", "hooks/holdpoint.json", ".github/hooks/holdpoint.json"),
      Shape.BASH,
      List.of(
          new Moment(
              HookEvent.PRE_TOOL_USE,
              "PreToolUse",
              "/hookSpecificOutput/permissionDecision",
              List.of("deny", "ask"))),
      new Tools(null, List.of("view", "glob", "grep", "View", "Read", "Glob", "Grep", "TodoWrite")),
      new Versions("copilot", null, "1.0.102"),
      List.of("--allow-all-tools", "-p"),
      List.of(
          "Copilot runs the hooks of a project only in a folder that it trusts.",
          "Copilot runs the tool if the hook is ended by its timeout. Where that matters, keep "
              + "its own approvals on.")),

  CURSOR(
      "cursor",
      "cursor",
      "Cursor",
      new Places("", ".cursor", "", "hooks.json", ".cursor/hooks.json"),
      Shape.FAIL_CLOSED,
      List.of(
          new Moment(HookEvent.PRE_TOOL_USE, "preToolUse", "/permission", List.of("deny", "ask"))),
      new Tools(".*", List.of()),
      new Versions("cursor-agent", null, null),
      List.of(),
      List.of(
          "These settings follow Cursor's documentation; they were never run with Cursor. Try "
              + "them before you rely on them.")),

  GEMINI(
      "gemini",
      "gemini",
      "Gemini CLI",
      new Places("", ".gemini", "", "settings.json", ".gemini/settings.json"),
      Shape.NAMED_GROUP,
      List.of(
          new Moment(HookEvent.PRE_TOOL_USE, "BeforeTool", "/decision", List.of("deny", "ask"))),
      new Tools(Notes.GEMINI_MATCHER, List.of()),
      new Versions("gemini", null, "0.61.0"),
      // It does nothing without a terminal in a folder that nobody trusts, such as a fresh one.
      List.of("--skip-trust", "--approval-mode", "yolo", "-p"),
      List.of(
          "Gemini CLI also asks its user unless it is started with --approval-mode yolo.",
          "Gemini CLI runs the hooks of a project only in a folder that it trusts.",
          "In CI (GITHUB_SHA is set) Gemini CLI drops most variables: use --token-env "
              + "GEMINI_CLI_HOLDPOINT there, whose prefix it keeps.",
          Notes.KILLED)),

  OPENCODE(
      "opencode",
      "opencode",
      "OpenCode",
      new Places(
          "XDG_CONFIG_HOME",
          ".config",
          "opencode",
          "plugin/holdpoint.js",
          ".opencode/plugin/holdpoint.js"),
      Shape.PLUGIN,
      List.of(
          new Moment(
              HookEvent.PRE_TOOL_USE,
              "PreToolUse",
              "/hookSpecificOutput/permissionDecision",
              List.of("deny"))),
      new Tools(null, List.of("read", "glob", "grep", "list", "todoread", "todowrite", "skill")),
      new Versions("opencode", null, "1.18.18"),
      List.of("run"),
      List.of("OpenCode loads plugins when it starts: start it again.")),

  QWEN(
      "qwen",
      "qwen",
      "Qwen Code",
      new Places("", ".qwen", "", "settings.json", ".qwen/settings.json"),
      Shape.NAMED_GROUP,
      List.of(
          new Moment(
              HookEvent.PRE_TOOL_USE,
              "PreToolUse",
              "/hookSpecificOutput/permissionDecision",
              List.of("deny"))),
      new Tools(Notes.GEMINI_MATCHER, List.of()),
      new Versions("qwen", null, "0.15.10"),
      List.of("--approval-mode", "yolo", "-p"),
      List.of(
          "Qwen Code also asks its user unless it is started with --approval-mode yolo.",
          Notes.KILLED));

  /** As it is typed after {@code connect}. */
  final String word;

  /** As it is in the path of its hooks. */
  final String hook;

  /** As people call it. */
  final String title;

  final Shape shape;
  final List<Moment> moments;
  final Tools tools;
  final Versions versions;

  /** What it is started with to do one thing without a terminal; empty if it was never run. */
  final List<String> once;

  /** What else its user has to know. */
  final List<String> notes;

  private final Places places;

  AgentProgram(
      String word,
      String hook,
      String title,
      Places places,
      Shape shape,
      List<Moment> moments,
      Tools tools,
      Versions versions,
      List<String> once,
      List<String> notes) {
    this.word = word;
    this.hook = hook;
    this.title = title;
    this.places = places;
    this.shape = shape;
    this.moments = moments;
    this.tools = tools;
    this.versions = versions;
    this.once = once;
    this.notes = notes;
  }

  /**
   * @param variable which moves the folder of a person's settings; empty for none
   * @param folder where they are otherwise, in the home of the person
   * @param under in that folder, wherever it is
   */
  private record Places(
      String variable, String folder, String under, String user, String project) {}

  /**
   * A moment in which the program asks.
   *
   * @param setting what the program calls it
   * @param verdict where its answer says {@code deny}
   * @param thens what may be answered when nobody has decided in time
   */
  record Moment(HookEvent event, String setting, String verdict, List<String> thens) {
    Moment {
      thens = List.copyOf(thens);
    }
  }

  /**
   * Tools that only look are left to the program; those that nobody knows yet are asked about.
   *
   * @param matcher leaves them out by itself, or is for all tools; null where there are no matchers
   * @param looking those that the daemon is told to leave out
   */
  record Tools(@Nullable String matcher, List<String> looking) {
    Tools {
      looking = List.copyOf(looking);
    }
  }

  /**
   * @param executable on the PATH
   * @param failsClosed the first that blocks when its hook fails; null if all known ones do
   * @param proven the newest that was run; null for none
   */
  record Versions(String executable, @Nullable String failsClosed, @Nullable String proven) {}

  /** What several have in common; an enum's constants cannot see its static fields. */
  private static final class Notes {
    static final String GEMINI_MATCHER =
        "^(?!(read_file|read_many_files|list_directory|glob|grep_search|search_file_content"
            + "|google_web_search|save_memory|todo_write|write_todos|skill|activate_skill)$).+$";
    static final String KILLED =
        "If the hook itself is killed, or its timeout ends it, the tool runs. Where that matters, "
            + "keep the program's own approvals on.";
  }

  static Optional<AgentProgram> of(String word) {
    return Arrays.stream(values()).filter(program -> program.word.equals(word)).findFirst();
  }

  List<Scope> scopes() {
    return this == CLAUDE_CODE ? List.of(Scope.values()) : List.of(Scope.USER, Scope.PROJECT);
  }

  Scope usualScope() {
    return switch (this) {
      case CLAUDE_CODE -> Scope.LOCAL;
      case CODEX, COPILOT -> Scope.USER;
      case CURSOR, GEMINI, OPENCODE, QWEN -> Scope.PROJECT;
    };
  }

  /** The moments in which it asks unless {@code --event} says otherwise. */
  List<Moment> usualMoments() {
    return this == CODEX ? moments : moments.subList(0, 1);
  }

  /** Whether settings without {@code "version": 1} mean nothing to it. */
  boolean isVersioned() {
    return shape == Shape.BASH || shape == Shape.FAIL_CLOSED;
  }

  /** Whether its matchers are those of Rust, which cannot look ahead or behind. */
  boolean isWithoutLookaround() {
    return this == CODEX;
  }

  /** Claude Code calls the daemon by itself. */
  boolean isHttp() {
    return this == CLAUDE_CODE;
  }

  /** A file that the program reads its hooks from. */
  Path file(Scope scope, Path project, Surroundings around) {
    return switch (scope) {
      case USER -> folder(around).resolve(places.user);
      case PROJECT -> project.resolve(places.project);
      case LOCAL -> project.resolve(".claude", "settings.local.json");
    };
  }

  /** Where a person's own settings are. */
  Path folder(Surroundings around) {
    String moved = places.variable.isEmpty() ? null : around.variable(places.variable);
    Path folder = moved == null ? around.home().resolve(places.folder) : Path.of(moved);
    return folder.resolve(places.under);
  }
}
