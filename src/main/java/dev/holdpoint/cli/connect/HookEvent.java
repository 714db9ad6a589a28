package dev.holdpoint.cli.connect;

import java.util.List;

/** When Claude Code asks. */
enum HookEvent {
  /**
   * Before a tool is used, whatever Claude Code's own settings say. What only looks, and what only
   * starts agents whose own tools are asked about, is left to those settings; tools that are not
   * known yet are asked about.
   */
  PRE_TOOL_USE(
      "PreToolUse",
      "/hooks/claude/pre-tool-use",
      "^(?!(Agent|BashOutput|Glob|Grep|LS|NotebookRead|Read|Task|TaskCreate|TaskGet|TaskList"
          + "|TaskUpdate|TodoWrite|ToolSearch)$).+$"),

  /** When Claude Code would ask its user; never where it runs without one. */
  PERMISSION_REQUEST("PermissionRequest", "/hooks/claude/permission-request", "*");

  final String setting;
  final String path;
  final String matcher;

  HookEvent(String setting, String path, String matcher) {
    this.setting = setting;
    this.path = path;
    this.matcher = matcher;
  }

  /** What may be answered when nobody has decided in time. */
  List<String> thens() {
    return switch (this) {
      case PRE_TOOL_USE -> List.of("defer", "ask", "deny");
      case PERMISSION_REQUEST -> List.of("ask", "deny");
    };
  }
}
