package dev.holdpoint.cli.inbox;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRequestView;
import dev.holdpoint.api.permission.PermissionBodies.PermissionBehavior;
import dev.holdpoint.api.permission.PermissionBodies.PermissionScope;
import dev.holdpoint.api.permission.PermissionBodies.PermissionScopeKind;
import dev.holdpoint.api.permission.PermissionBodies.PreviewPermissionRuleRequest;
import dev.holdpoint.cli.Visible;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What the pattern keys of a request cover, as the daemon reads them. */
final class PatternWords {
  /** The tools whose keys say what a call goes to. */
  private static final Set<String> WEB = Set.of("http_request", "WebFetch");

  private static final Set<String> FILES =
      Set.of("read_file", "write_file", "edit_file", "Write", "Edit", "MultiEdit", "NotebookEdit");

  /** What the keys of agents outside begin with, which are names of their tools. */
  private static final List<String> AGENTS = List.of("acp:", "hook:", "external/");

  private PatternWords() {}

  /** The keys that can be remembered, the narrowest first; none where nothing can be. */
  static List<String> keys(ApprovalRequestView request) {
    boolean once =
        request.requestedItems() != null
            || Boolean.TRUE.equals(request.personOnly())
            || request.toolName().equals("request_approval")
            || (isShell(request) && command(request) == null);
    return once ? List.of() : request.patternKeys();
  }

  /** The tools whose keys are commands, as the daemon spells them; a like name is another tool. */
  static boolean isShell(ApprovalRequestView request) {
    return request.toolName().equals("bash") || request.toolName().equals("Bash");
  }

  private static @Nullable String command(ApprovalRequestView request) {
    JsonNode command = request.input().path("command");
    return command.isString() ? command.stringValue() : null;
  }

  private static boolean isForCommands(ApprovalRequestView request, String key) {
    String command = command(request);
    List<String> keys = request.patternKeys();
    if (request.toolName().startsWith("hook:")) {
      return !isName(request, key);
    }
    // An agent outside may call something bash as well; its key is its own name for it.
    return isShell(request)
        && command != null
        && !(keys.size() == 1
            && keys.getFirst().startsWith("acp:")
            && !command.strip().equals(keys.getFirst()));
  }

  /** Whether the key is the name of a tool, which stands for all its calls. */
  private static boolean isName(ApprovalRequestView request, String key) {
    return key.equals(request.toolName()) || AGENTS.stream().anyMatch(key::startsWith);
  }

  private static boolean isForTarget(ApprovalRequestView request, String key) {
    String tool = request.toolName();
    return !isName(request, key) && (WEB.contains(tool) || FILES.contains(tool));
  }

  /** Whether a key is for every call of its tool, whatever the call does. */
  static boolean isForTool(ApprovalRequestView request, String key) {
    return !isForCommands(request, key) && !isForTarget(request, key);
  }

  /** What a key covers, in words that are safe to print. */
  static String covers(ApprovalRequestView request, String key) {
    String bare = key.startsWith("=") ? key.substring(1) : key;
    if (isForTarget(request, key)) {
      return Visible.line(target(request.toolName(), key, bare));
    }
    if (!isForCommands(request, key) && isName(request, key)) {
      return Visible.line("every call of " + key + ", with any input");
    }
    return Visible.line(
        key.endsWith(" *") && bare.equals(key)
            ? "simple commands that begin with " + key.substring(0, key.length() - 2)
            : "exactly this command: " + bare);
  }

  private static String target(String tool, String key, String bare) {
    if (WEB.contains(tool)) {
      String after = ". Headers and body are not looked at.";
      if (!key.equals(bare)) {
        return "exactly this request: " + bare + after;
      }
      return key.endsWith("/*")
          ? "requests to " + key.substring(0, key.length() - 1) + " and all below" + after
          : "requests to " + key + ", with any query" + after;
    }
    return key.equals(bare) && key.endsWith("/**")
        ? tool + " in the folder " + key.substring(0, key.length() - 2) + " and all below"
        : tool + " of the file " + bare;
  }

  /** The rule that a key would be, to be tested against past calls. */
  static PreviewPermissionRuleRequest rule(
      ApprovalRequestView request, String key, PermissionScopeKind scope, String sessionId) {
    boolean commands = isForCommands(request, key);
    boolean target = !commands && isForTarget(request, key);
    return new PreviewPermissionRuleRequest(
        null,
        PermissionBehavior.ALLOW,
        commands || target ? request.toolName() : key,
        commands ? key : null,
        new PermissionScope(scope, scope == PermissionScopeKind.SESSION ? sessionId : null),
        null,
        target ? key : null);
  }
}
