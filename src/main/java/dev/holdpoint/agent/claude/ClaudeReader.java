package dev.holdpoint.agent.claude;

import dev.holdpoint.agent.acp.wire.AgentProcess;
import dev.holdpoint.agent.claude.ClaudeSession.ToolUse;
import dev.holdpoint.agent.peer.AgentCommands;
import dev.holdpoint.agent.peer.AgentEvent.Ended.Reason;
import dev.holdpoint.agent.peer.AgentRequest;
import dev.holdpoint.agent.peer.AgentSelf;
import dev.holdpoint.core.gate.Offer;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.asking.ClaudeFlags;
import dev.holdpoint.engine.asking.ClaudeQuestions;
import dev.holdpoint.engine.asking.ClaudeQuestions.NotUnderstood;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.NotJson;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Understands what Claude Code says, line by line. */
final class ClaudeReader implements AgentProcess.Output {
  private static final int DETAIL = 2_000;

  private final ClaudeSession talk;
  private final UnaryOperator<String> hidden;

  /**
   * @param hidden takes the keys out of what it says
   */
  ClaudeReader(ClaudeSession talk, UnaryOperator<String> hidden) {
    this.talk = talk;
    this.hidden = hidden;
  }

  @Override
  public void line(String line) {
    // What starts it may have something to say too, and that is nobody's business.
    if (!line.startsWith("{")) {
      return;
    }
    JsonNode tree;
    try {
      tree = JsonTree.read(line);
    } catch (NotJson _) {
      // It may have been a question, and whoever asked it would wait for ever.
      talk.end("has sent a line that is not JSON, and was ended");
      return;
    }
    switch (tree.path("type").asString("")) {
      case "control_request" -> request(tree);
      case "control_response" -> response(tree.path("response"));
      case "control_cancel_request" -> talk.withdrawn(tree.path("request_id").asString(""));
      case "system" -> system(tree);
      case "assistant" -> assistant(tree);
      case "user" -> user(tree.path("message").path("content"));
      case "result" -> result(tree);
      default -> {}
    }
    talk.listen();
  }

  @Override
  public void ended(String reason) {
    talk.gone(reason);
  }

  private void request(JsonNode line) {
    String requestId = line.path("request_id").asString("");
    JsonNode request = line.path("request");
    String subtype = request.path("subtype").asString("");
    String tool = request.path("tool_name").asString("");
    if (!subtype.equals("can_use_tool")) {
      talk.send(ClaudeLines.error(requestId, "unsupported control request: " + subtype));
    } else if (requestId.isBlank() || tool.isBlank() || !request.path("input").isObject()) {
      talk.send(
          ClaudeLines.error(requestId, "can_use_tool needs request_id, tool_name and an input"));
    } else {
      String answer;
      try {
        answer = talk.asked(pending(requestId, tool, request));
      } catch (NotUnderstood e) {
        answer = ClaudeLines.error(requestId, tool + ": " + e.getMessage());
      }
      if (answer != null) {
        talk.send(answer);
      }
    }
  }

  private Pending pending(String requestId, String tool, JsonNode request) throws NotUnderstood {
    String toolUseId = request.path("tool_use_id").asString(requestId);
    Json input = JsonTree.write(request.path("input"));
    if (ClaudeQuestions.asks(tool)) {
      return inquiry(
          requestId, requestId, new ToolUse(toolUseId, tool, input), talk.use(toolUseId));
    }
    AgentRequest ask =
        new AgentRequest.Permission(
            requestId,
            toolUseId,
            tool,
            input,
            reason(tool, request),
            new Offer(List.of(), true),
            AgentCommands.ofClaude(tool, request.path("input")),
            ClaudeFlags.of(request).caution());
    return new Pending(ask, toolUseId, requestId, input);
  }

  /**
   * @param requestId of its control request; null when there is none
   * @param announced the call as it was begun, which may say more than its request
   */
  static Pending inquiry(
      String key, @Nullable String requestId, ToolUse use, @Nullable ToolUse announced)
      throws NotUnderstood {
    String plan = announced == null ? "" : JsonTree.of(announced.input()).path("plan").asString("");
    AgentRequest ask =
        new AgentRequest.Inquiry(
            key,
            use.id(),
            use.tool(),
            use.input(),
            ClaudeQuestions.read(use.tool(), JsonTree.of(use.input()), plan),
            null);
    return new Pending(ask, use.id(), requestId, use.input());
  }

  private String reason(String tool, JsonNode request) {
    String why = request.path("decision_reason").asString(request.path("description").asString(""));
    StringBuilder reason = new StringBuilder("Claude Code wants to use ").append(tool);
    said(reason, " for ", request.path("title"));
    said(reason, ", asked by its agent ", request.path("agent_id"));
    said(reason, ", outside its folders: ", request.path("blocked_path"));
    return reason.append(why.isBlank() ? "." : ": " + cut(why)).toString();
  }

  private void said(StringBuilder reason, String before, JsonNode member) {
    if (!member.asString("").isBlank()) {
      reason.append(before).append(cut(member.asString("")));
    }
  }

  private void response(JsonNode response) {
    if (!ClaudeSession.isHello(response.path("request_id").asString(""))) {
      return;
    }
    if (response.path("subtype").asString("").equals("error")) {
      talk.refuse("Claude Code refused to start: " + cut(response.path("error").asString("")));
    } else {
      talk.ready();
    }
  }

  private void system(JsonNode line) {
    if (line.path("subtype").asString("").equals("init")) {
      talk.introduced(
          AgentSelf.of(
              "claude-code",
              line.path("claude_code_version"),
              line.path("permissionMode"),
              hidden));
    }
  }

  private void assistant(JsonNode line) {
    // What agents below it say is for itself.
    boolean aside = line.path("parent_tool_use_id").isString();
    for (JsonNode block : line.path("message").path("content")) {
      String type = block.path("type").asString("");
      if (type.equals("text") && !aside && !block.path("text").asString("").isEmpty()) {
        talk.said(block.path("text").asString(""));
      } else if (type.equals("tool_use") && !block.path("id").asString("").isBlank()) {
        talk.began(
            new ToolUse(
                block.path("id").asString(""),
                block.path("name").asString(""),
                JsonTree.write(
                    block.path("input").isObject() ? block.path("input") : JsonTree.object())));
      }
    }
  }

  private void user(JsonNode content) {
    for (JsonNode block : content) {
      if (block.path("type").asString("").equals("tool_result")) {
        JsonNode output = block.path("content");
        talk.finished(
            block.path("tool_use_id").asString(""),
            block.path("is_error").asBoolean(false),
            output.isMissingNode() ? Json.NULL : JsonTree.write(output));
      }
    }
  }

  private void result(JsonNode line) {
    String subtype = line.path("subtype").asString("");
    String words = line.path("result").asString("");
    String detail = cut(detail(line, words, subtype));
    if (!talk.isReady()) {
      talk.refuse("Claude Code cannot start: " + detail);
      return;
    }
    talk.ended(reason(line, subtype), detail, words);
  }

  private static Reason reason(JsonNode line, String subtype) {
    if (subtype.equals("error_max_turns") || subtype.equals("error_max_budget_usd")) {
      return Reason.LIMIT;
    }
    if (line.path("stop_reason").asString("").equals("refusal")) {
      return Reason.REFUSED;
    }
    return subtype.equals("success") && !line.path("is_error").asBoolean(false)
        ? Reason.DONE
        : Reason.FAILED;
  }

  private static String detail(JsonNode line, String words, String subtype) {
    List<String> errors = new ArrayList<>();
    line.path("errors").forEach(error -> errors.add(error.asString("")));
    if (!errors.isEmpty()) {
      return String.join("; ", errors);
    }
    return words.isBlank() ? subtype : words;
  }

  private String cut(String text) {
    String safe = hidden.apply(text);
    return safe.length() <= DETAIL ? safe : safe.substring(0, DETAIL) + "…";
  }
}
