package dev.holdpoint.http.hooks;

/** At which moment a program asks. */
enum HookMoment {
  /** Before it uses a tool, whatever its own settings say. */
  PRE_TOOL_USE("pre-tool-use"),
  /** Before it shows a dialog to its user. */
  PERMISSION_REQUEST("permission-request");

  private final String path;

  HookMoment(String path) {
    this.path = path;
  }

  /** The last segment of its URL. */
  String path() {
    return path;
  }
}
