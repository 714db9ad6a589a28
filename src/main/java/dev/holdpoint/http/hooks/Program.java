package dev.holdpoint.http.hooks;

import dev.holdpoint.api.json.Limits;
import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.gate.Offer;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.asking.ClaudeFlags;
import dev.holdpoint.engine.asking.ClaudeQuestions;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.permission.MatchableCall;
import dev.holdpoint.http.hooks.HookOptions.Then;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The programs that ask by hooks, and all in which they differ: how a tool use is read, how a
 * decision is said, and what can be said at all. A decision that a program would not understand is
 * said as a no.
 */
@SuppressWarnings("ImmutableEnumChecker") // lists that cannot be changed
public enum Program {
  CLAUDE(
      "Claude Code",
      Edits.WHOLE,
      "PreToolUse",
      List.of(Then.DEFER, Then.ASK, Then.DENY),
      List.of(Then.ASK, Then.DENY)),
  /** 0.166.0. An allow alone is an error before a tool use, so a yes is an empty object there. */
  CODEX("Codex", Edits.WHOLE, "PreToolUse", List.of(Then.DENY), List.of(Then.ASK, Then.DENY)),
  /** 1.0.102, with its hook named in Pascal case. */
  COPILOT("Copilot CLI", Edits.WHOLE, "PreToolUse", List.of(Then.DENY, Then.ASK), List.of()),
  /** As its documentation has it. */
  CURSOR("Cursor", Edits.WHOLE, "preToolUse", List.of(Then.DENY, Then.ASK), List.of()),
  /** 0.61.0. It merges an edited input into its own. */
  GEMINI("Gemini CLI", Edits.MERGED, "BeforeTool", List.of(Then.DENY, Then.ASK), List.of()),
  /** 1.18.18, by a plugin, which has no name for its event. */
  OPENCODE("OpenCode", Edits.WHOLE, null, List.of(Then.DENY), List.of()),
  /** 0.15.10. It ignores an edited input and runs its own. */
  QWEN("Qwen Code", Edits.NONE, "PreToolUse", List.of(Then.DENY), List.of());

  /** Handlers of one program that were there before the others, by the ids of their endpoints. */
  record Operation(String id, Program program, HookMoment event) {}

  static final List<Operation> OPERATIONS =
      List.of(
          new Operation("claudePreToolUse", CLAUDE, HookMoment.PRE_TOOL_USE),
          new Operation("claudePermissionRequest", CLAUDE, HookMoment.PERMISSION_REQUEST));
  static final String RESULTS = "claudePostToolUse";

  private enum Edits {
    /** The input that is sent takes the place of the program's. */
    WHOLE,
    /** Members can be changed and added, and not be taken away. */
    MERGED,
    NONE
  }

  private static final String OUTPUT = "hookSpecificOutput";
  private static final String DIALOG = "PermissionRequest";
  private static final String NOT_SAID =
      "It was allowed with an edited input, which this program does not take.";

  /** In these modes Claude Code lets things run unasked, so what it does not put off would run. */
  private static final Set<String> ASKS_NOBODY = Set.of("acceptEdits", "auto", "bypassPermissions");

  private final String title;
  private final Edits edits;
  private final @Nullable String before;
  private final List<Then> beforeThen;
  private final List<Then> dialogThen;

  /**
   * @param before its name for the moment before a tool use; null where it sends none
   * @param beforeThen what can be said there when nobody has decided in time, the default first
   * @param dialogThen the same of a dialog; empty where it asks nobody about those
   */
  Program(
      String title,
      Edits edits,
      @Nullable String before,
      List<Then> beforeThen,
      List<Then> dialogThen) {
    this.title = title;
    this.edits = edits;
    this.before = before;
    this.beforeThen = beforeThen;
    this.dialogThen = dialogThen;
  }

  /**
   * @throws dev.holdpoint.core.problem.Refused when there is none of this name
   */
  static Program named(String path) {
    return Arrays.stream(values())
        .filter(one -> one.path().equals(path))
        .findFirst()
        .orElseThrow(
            () -> notFound("There are no hooks of such a program", Arrays.stream(values())));
  }

  /** Refuses a moment at which the program asks nobody. */
  Program asking(HookMoment event) {
    if (thens(event).isEmpty()) {
      throw notFound(
          title + " has no hook for " + event.path(),
          Arrays.stream(values()).filter(one -> !one.thens(event).isEmpty()));
    }
    return this;
  }

  private static RuntimeException notFound(String what, Stream<Program> others) {
    return Problem.API_ROUTE_NOT_FOUND
        .because(
            what
                + "; use one of "
                + others.map(Program::path).collect(Collectors.joining(", "))
                + ". Nothing was asked.")
        .asException();
  }

  /** Its name in URLs and rules. */
  public String path() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Its name for people. */
  String title() {
    return title;
  }

  /** What its sessions' client is called. */
  String client() {
    return this == CLAUDE ? "claude-code" : path();
  }

  /** What can be said when nobody has decided in time, the default first. */
  List<Then> thens(HookMoment event) {
    return event == HookMoment.PRE_TOOL_USE ? beforeThen : dialogThen;
  }

  /**
   * What is said when nobody has decided in time and the URL does not say it. Claude Code heeds
   * {@code defer} only where it runs without a terminal and uses one tool at a time. Everywhere
   * else it goes by its own settings, and where these let things run, putting off would be a yes.
   */
  Then then(HookMoment event, @Nullable String mode) {
    Then first = thens(event).getFirst();
    return first == Then.DEFER && mode != null && ASKS_NOBODY.contains(mode) ? Then.DENY : first;
  }

  /** Whether a yes before the tool use also answers the dialog that the same use may open. */
  boolean asksTwice() {
    return this == CODEX;
  }

  /** Its own name for the moment; null where it has none. */
  private @Nullable String name(HookMoment event) {
    return event == HookMoment.PERMISSION_REQUEST ? DIALOG : before;
  }

  /** What keeps requests of one moment apart from those of another. */
  String mark(HookMoment event) {
    return this == CLAUDE ? String.valueOf(name(event)) : path() + "/" + event.path();
  }

  /**
   * @throws dev.holdpoint.core.problem.Refused when the session, the tool or the input is missing,
   *     or the event is another one
   */
  HookUse read(HookMoment event, JsonNode body) {
    HookBody sent = new HookBody(body);
    checkEvent(event, sent);
    return use(sent);
  }

  /** The tool use that a body tells of, whatever its event. */
  HookUse use(HookBody sent) {
    String mode = sent.text(Limits.NAME, "permission_mode");
    ToolPrompt.Place place =
        new ToolPrompt.Place(this, sent.folder(), mode, sent.text(Limits.NAME, "agent_type"));
    return new HookUse(
        session(sent),
        asksTwice() ? sent.text(Limits.NAME, "turn_id") : null,
        sent.needed(Limits.NAME, "tool_name", "tool"),
        sent.input("tool_input", "args"),
        sent.text(Limits.IDEMPOTENCY_KEY, "tool_use_id", "callID"),
        place,
        this == CLAUDE ? ClaudeFlags.of(sent.body()).caution() : null);
  }

  String session(HookBody sent) {
    return this == CURSOR
        ? sent.needed(Limits.SESSION_ID, "conversation_id", "session_id")
        : sent.needed(Limits.SESSION_ID, "session_id", "sessionID");
  }

  /** Each event is answered in its own form, and programs heed no other. */
  private void checkEvent(HookMoment event, HookBody sent) {
    String wanted = name(event);
    String told = sent.text(Limits.NAME, "hook_event_name");
    if (wanted == null || told == null || told.equals(wanted)) {
      return;
    }
    String urls =
        Arrays.stream(HookMoment.values())
            .filter(one -> !thens(one).isEmpty())
            .map(one -> name(one) + " to /hooks/" + path() + "/" + one.path())
            .collect(Collectors.joining(" and "));
    throw Problem.INVALID_REQUEST
        .because("This URL handles " + wanted + "; set " + urls + ".")
        .at("/hook_event_name", "must be " + wanted)
        .asException();
  }

  /** The tool use under the name that rules have for it. */
  ToolCall call(String id, String tool, Json input) {
    return this == CLAUDE
        ? new ToolCall(id, tool, input)
        : MatchableCall.hookCall(id, path(), tool, input);
  }

  /** What can be said besides yes and no; null where everything can. */
  @Nullable Offer offer(HookMoment event) {
    return switch (edits(event)) {
      case WHOLE -> null;
      case MERGED -> new Offer(List.of(), true, true);
      case NONE -> new Offer(List.of(), false);
    };
  }

  private Edits edits(HookMoment event) {
    // With an input, this program takes the whole answer to its dialog for a failure.
    return this == CODEX && event == HookMoment.PERMISSION_REQUEST ? Edits.NONE : edits;
  }

  /** Whether the tool asks its user something itself. */
  boolean isQuestion(String tool) {
    return this == CLAUDE && ClaudeQuestions.asks(tool);
  }

  List<StructuredQuestion> questions(String tool, JsonNode input) {
    try {
      return ClaudeQuestions.read(tool, input, "");
    } catch (ClaudeQuestions.NotUnderstood e) {
      throw Problem.INVALID_REQUEST
          .because("The request of " + tool + " cannot be shown: " + e.getMessage() + ".")
          .asException();
    }
  }

  static Optional<String> refusal(String tool, List<Answer> answers) {
    return ClaudeQuestions.refusal(tool, answers);
  }

  /** A plan that is approved is carried out as it stands; there is nothing to be told besides. */
  static JsonNode answered(
      ToolCall call, List<StructuredQuestion> questions, List<Answer> answers) {
    JsonNode input = JsonTree.of(call.input());
    return call.tool().equals(ClaudeQuestions.PLAN)
        ? input
        : ClaudeQuestions.answered(input, questions, answers);
  }

  /**
   * @param then what is said where there is no decision
   * @param asked the input that was asked about
   * @param changed the input that the program has to be told besides a yes; null for none
   */
  ObjectNode say(
      HookMoment event,
      Then then,
      HookOutcome outcome,
      JsonNode asked,
      @Nullable JsonNode changed) {
    return switch (outcome.verdict()) {
      case HookVerdict.Allow _ ->
          isSayable(event, asked, changed)
              ? allow(event, outcome.by(), changed)
              : deny(event, NOT_SAID);
      case HookVerdict.Deny deny ->
          outcome.left() ? open(event, then, outcome.why()) : deny(event, deny.message());
      case HookVerdict.Open _ -> open(event, then, outcome.why());
    };
  }

  private ObjectNode open(HookMoment event, Then then, String why) {
    return switch (then) {
      // Its reason would be read by nobody.
      case DEFER -> decision("defer", null, null);
      case ASK -> ask(event, why);
      case DENY -> deny(event, why);
    };
  }

  private boolean isSayable(HookMoment event, JsonNode asked, @Nullable JsonNode changed) {
    return changed == null
        || switch (edits(event)) {
          case WHOLE -> true;
          case MERGED -> changed.propertyNames().containsAll(asked.propertyNames());
          case NONE -> false;
        };
  }

  private ObjectNode allow(HookMoment event, String by, @Nullable JsonNode changed) {
    if (event == HookMoment.PERMISSION_REQUEST) {
      return dialog("allow", null, changed);
    }
    return switch (this) {
      case CODEX -> changed == null ? JsonTree.object() : decision("allow", null, changed);
      case CLAUDE, COPILOT, OPENCODE, QWEN -> decision("allow", "Allowed by " + by, changed);
      case CURSOR -> with(JsonTree.object().put("permission", "allow"), "updated_input", changed);
      case GEMINI -> {
        ObjectNode told = JsonTree.object().put("decision", "allow");
        if (changed != null) {
          with(told.putObject(OUTPUT).put("hookEventName", before), "tool_input", changed);
        }
        yield told;
      }
    };
  }

  private ObjectNode deny(HookMoment event, String reason) {
    if (event == HookMoment.PERMISSION_REQUEST) {
      return dialog("deny", reason, null);
    }
    return switch (this) {
      case CLAUDE, CODEX, COPILOT, OPENCODE, QWEN -> decision("deny", reason, null);
      case CURSOR -> permission("deny", reason);
      case GEMINI -> JsonTree.object().put("decision", "deny").put("reason", reason);
    };
  }

  private ObjectNode ask(HookMoment event, String why) {
    if (event == HookMoment.PERMISSION_REQUEST) {
      // Nothing: the dialog stays.
      return JsonTree.object();
    }
    return switch (this) {
      case CLAUDE, COPILOT -> decision("ask", why, null);
      case CURSOR -> permission("ask", why);
      case GEMINI -> JsonTree.object().put("decision", "ask").put("reason", why);
      // They would take the word for nothing, and let the tool run.
      case CODEX, OPENCODE, QWEN -> deny(event, why);
    };
  }

  private static ObjectNode permission(String permission, String words) {
    return JsonTree.object()
        .put("permission", permission)
        .put("agent_message", words)
        .put("user_message", words);
  }

  private static ObjectNode decision(
      String permission, @Nullable String reason, @Nullable JsonNode input) {
    ObjectNode told = JsonTree.object();
    ObjectNode output =
        told.putObject(OUTPUT)
            .put("hookEventName", "PreToolUse")
            .put("permissionDecision", permission);
    if (reason != null) {
      output.put("permissionDecisionReason", reason);
    }
    with(output, "updatedInput", input);
    return told;
  }

  private static ObjectNode dialog(
      String behavior, @Nullable String message, @Nullable JsonNode input) {
    ObjectNode told = JsonTree.object();
    ObjectNode decision =
        told.putObject(OUTPUT)
            .put("hookEventName", DIALOG)
            .putObject("decision")
            .put("behavior", behavior);
    with(decision, "updatedInput", input);
    if (message != null) {
      decision.put("message", message);
    }
    return told;
  }

  private static ObjectNode with(ObjectNode told, String name, @Nullable JsonNode value) {
    if (value != null) {
      told.set(name, value);
    }
    return told;
  }
}
