package dev.holdpoint.blackbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What Claude Code does with its settings, as its hooks reference tells it (version 2.1.295): which
 * hooks match, what is sent to them, what an answer means, and what a failure does. It has no
 * model: the tools that it would use are given to it.
 *
 * @param print whether it runs with {@code -p}, so that nobody sits at a terminal
 */
public record StandInClaudeCode(
    Path project, Map<String, String> environment, boolean print, String permissionMode) {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Pattern VARIABLE =
      Pattern.compile("\\$(?:\\{([A-Za-z_][A-Za-z0-9_]*)}|([A-Za-z_][A-Za-z0-9_]*))");
  private static final Pattern PLAIN_MATCHER = Pattern.compile("[A-Za-z0-9_|]+");
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /** A tool that the model wants to use. */
  public record ToolUse(String sessionId, String id, String name, JsonNode input) {
    public static ToolUse of(String sessionId, String id, String name, String input) {
      return new ToolUse(sessionId, id, name, JSON.readTree(input));
    }
  }

  /** What became of it. */
  public sealed interface Outcome {}

  /**
   * The tool was used.
   *
   * @param input with what
   */
  public record Ran(JsonNode input) implements Outcome {}

  /**
   * The model was told why not.
   *
   * @param reason as it was told
   */
  public record Blocked(String reason) implements Outcome {}

  /**
   * The process has ended, and the tool use is in the transcript.
   *
   * @param result what it printed
   */
  public record Deferred(JsonNode result) implements Outcome {}

  /** Its user is asked at the terminal. */
  public record Dialog() implements Outcome {}

  /** What one hook has said. */
  private sealed interface Said {}

  private record Decision(JsonNode output) implements Said {}

  private record Nothing() implements Said {}

  private record Failure(String what) implements Said {}

  /** A process of {@code claude -p}. */
  public static StandInClaudeCode headless(Path project, Map<String, String> environment) {
    return new StandInClaudeCode(project, environment, true, "default");
  }

  /** A process with somebody at its terminal. */
  public static StandInClaudeCode interactive(Path project, Map<String, String> environment) {
    return new StandInClaudeCode(project, environment, false, "default");
  }

  public Outcome use(ToolUse use) {
    JsonNode strongest = null;
    for (JsonNode hook : hooks("PreToolUse", use.name)) {
      switch (ask(hook, "PreToolUse", body("PreToolUse", use))) {
        case Failure(String what) when blocks(hook) -> {
          return new Blocked(
              "PreToolUse:%s hook error: %s; blocking because onFailure is \"block\""
                  .formatted(use.name, what));
        }
        case Failure _, Nothing _ -> {}
        case Decision(JsonNode output) -> {
          if (strongest == null || rank(output) < rank(strongest)) {
            strongest = output;
          }
        }
      }
    }
    return strongest == null ? byItsOwnSettings(use) : heeded(use, strongest);
  }

  /** {@code claude -p --resume}: the tool use of the transcript once more. */
  public Outcome resume(String sessionId) {
    JsonNode pending = JSON.readTree(read(transcript(sessionId)));
    return use(
        new ToolUse(
            sessionId,
            pending.path("id").asString(),
            pending.path("name").asString(),
            pending.path("input")));
  }

  private static int rank(JsonNode output) {
    return List.of("deny", "defer", "ask", "allow")
        .indexOf(output.path("permissionDecision").asString());
  }

  private static boolean blocks(JsonNode hook) {
    return hook.path("onFailure").asString("continue").equals("block");
  }

  private Outcome heeded(ToolUse use, JsonNode output) {
    JsonNode updated = output.get("updatedInput");
    return switch (output.path("permissionDecision").asString()) {
      case "deny" -> new Blocked(output.path("permissionDecisionReason").asString(""));
      // Ignored with a warning where somebody sits there.
      case "defer" -> print ? deferred(use) : byItsOwnSettings(use);
      case "ask" -> print ? new Blocked("nobody can be asked") : dialog(use);
      case "allow" ->
          updated == null && List.of("AskUserQuestion", "ExitPlanMode").contains(use.name)
              ? dialog(use)
              : new Ran(updated == null ? use.input : updated);
      default -> throw new IllegalStateException(output.toString());
    };
  }

  private Outcome deferred(ToolUse use) {
    ObjectNode pending = JSON.createObjectNode();
    pending.put("id", use.id).put("name", use.name).set("input", use.input);
    try {
      Files.writeString(transcript(use.sessionId), JSON.writeValueAsString(pending));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    ObjectNode result = JSON.createObjectNode();
    result.put("type", "result").put("subtype", "success").put("stop_reason", "tool_deferred");
    result.put("session_id", use.sessionId).set("deferred_tool_use", pending);
    return new Deferred(result);
  }

  private Path transcript(String sessionId) {
    return project.resolve(sessionId + ".pending.json");
  }

  private Outcome byItsOwnSettings(ToolUse use) {
    if (permissionMode.equals("bypassPermissions") || isAllowed(use.name)) {
      return new Ran(use.input);
    }
    return print ? new Blocked("it has not been granted") : dialog(use);
  }

  private boolean isAllowed(String tool) {
    return settings().stream()
        .flatMap(one -> one.at("/permissions/allow").valueStream())
        .anyMatch(rule -> rule.asString().equals(tool));
  }

  private Outcome dialog(ToolUse use) {
    for (JsonNode hook : hooks("PermissionRequest", use.name)) {
      switch (ask(hook, "PermissionRequest", body("PermissionRequest", use))) {
        case Failure(String what) when blocks(hook) -> {
          return new Blocked(what);
        }
        case Failure _, Nothing _ -> {}
        case Decision(JsonNode output) -> {
          JsonNode decision = output.path("decision");
          JsonNode updated = decision.get("updatedInput");
          return decision.path("behavior").asString().equals("allow")
              ? new Ran(updated == null ? use.input : updated)
              : new Blocked(decision.path("message").asString(""));
        }
      }
    }
    return new Dialog();
  }

  /** Byte for byte, in the order of the reference. */
  public String body(String event, ToolUse use) {
    ObjectNode body = JSON.createObjectNode();
    body.put("session_id", use.sessionId)
        .put("transcript_path", project.resolve(use.sessionId + ".jsonl").toString())
        .put("cwd", project.toString())
        .put("permission_mode", permissionMode)
        .put("hook_event_name", event)
        .put("tool_name", use.name)
        .set("tool_input", use.input);
    if (event.equals("PreToolUse")) {
      body.put("tool_use_id", use.id);
    }
    return JSON.writeValueAsString(body);
  }

  private List<JsonNode> settings() {
    List<JsonNode> all = new ArrayList<>();
    for (String name : List.of("settings.json", "settings.local.json")) {
      Path file = project.resolve(".claude", name);
      if (Files.exists(file)) {
        all.add(JSON.readTree(read(file)));
      }
    }
    return all;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<JsonNode> hooks(String event, String tool) {
    return settings().stream()
        .filter(one -> !one.path("disableAllHooks").asBoolean(false))
        .flatMap(one -> one.path("hooks").path(event).valueStream())
        .filter(group -> matches(group.path("matcher").asString(""), tool))
        .flatMap(group -> group.path("hooks").valueStream())
        .toList();
  }

  /** All, a name or several, or a regular expression that is found anywhere. */
  private static boolean matches(String matcher, String tool) {
    if (matcher.isEmpty() || matcher.equals("*")) {
      return true;
    }
    return PLAIN_MATCHER.matcher(matcher).matches()
        ? List.of(matcher.split("\\|")).contains(tool)
        : Pattern.compile(matcher).matcher(tool).find();
  }

  private Said ask(JsonNode hook, String event, String body) {
    if (!hook.path("type").asString().equals("http")) {
      throw new IllegalStateException("no hook that it knows: " + hook);
    }
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(hook.path("url").asString()))
            .timeout(Duration.ofSeconds(hook.path("timeout").asLong(600)))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body));
    hook.path("headers")
        .forEachEntry((name, value) -> request.header(name, filled(value.asString(), hook)));
    try {
      HttpResponse<String> response =
          CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
      return said(response, event);
    } catch (HttpTimeoutException e) {
      return new Failure("timed out");
    } catch (IOException e) {
      return new Failure("failed: " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** A variable that the hook does not list, or that is not set, is empty. */
  private String filled(String text, JsonNode hook) {
    List<String> allowed =
        hook.path("allowedEnvVars").valueStream().map(JsonNode::asString).toList();
    return VARIABLE
        .matcher(text)
        .replaceAll(
            found -> {
              String name = found.group(1) == null ? found.group(2) : found.group(1);
              @Nullable String value = allowed.contains(name) ? environment.get(name) : null;
              return Matcher.quoteReplacement(value == null ? "" : value);
            });
  }

  private static Said said(HttpResponse<String> response, String event) {
    if (response.statusCode() / 100 != 2) {
      return new Failure("failed: HTTP " + response.statusCode());
    }
    if (!response.body().stripLeading().startsWith("{")) {
      return new Nothing();
    }
    try {
      JsonNode output = JSON.readTree(response.body()).get("hookSpecificOutput");
      if (output == null) {
        return new Nothing();
      }
      boolean valid =
          output.path("hookEventName").asString("").equals(event)
              && (event.equals("PreToolUse")
                  ? rank(output) >= 0
                  : output.at("/decision/behavior").asString("").matches("allow|deny"));
      return valid ? new Decision(output) : new Failure("failed: " + output + " is not valid");
    } catch (JacksonException e) {
      return new Failure("failed: " + e.getMessage());
    }
  }
}
