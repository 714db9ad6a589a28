package dev.holdpoint.http.mcp;

import dev.holdpoint.api.mcp.McpBodies.McpApprovalArguments;
import dev.holdpoint.api.mcp.McpBodies.McpCheckArguments;
import dev.holdpoint.api.mcp.McpBodies.McpDecision;
import dev.holdpoint.api.mcp.McpBodies.McpNotice;
import dev.holdpoint.api.mcp.McpBodies.McpNoticeArguments;
import dev.holdpoint.api.mcp.McpBodies.McpPermissionArguments;
import dev.holdpoint.api.mcp.McpBodies.McpQuestionArguments;
import dev.holdpoint.api.mcp.McpPermitBodies.McpRedeemArguments;
import dev.holdpoint.api.mcp.McpPermitBodies.McpResultArguments;
import dev.holdpoint.api.permit.PermitBodies.PermitView;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.http.openapi.LoneSchema;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Every tool, as clients and models are told of it. */
public enum OfferedTool {
  REQUEST_APPROVAL(
      "Ask a person for approval",
      "Asks a person to allow something before you do it, and waits for the "
          + "decision. Continue only if status is approved; use updated_input if it "
          + "is present. If status is pending, do not continue: call check_decision "
          + "later.",
      McpApprovalArguments.class,
      McpDecision.class,
      false),
  ASK_USER(
      "Ask a person a question",
      "Asks a person one question (question, with optional options) or several "
          + "(questions), and waits for the answers. If status is pending, call "
          + "check_decision later.",
      McpQuestionArguments.class,
      McpDecision.class,
      false),
  CHECK_DECISION(
      "Check a decision",
      "Returns the state of an approval or a question, by request_key or "
          + "request_id. With wait_ms it waits for the decision.",
      McpCheckArguments.class,
      McpDecision.class,
      true),
  NOTIFY(
      "Send people a message",
      "Sends people a message without waiting for them. It does not ask "
          + "anything: to get a decision or an answer use request_approval or "
          + "ask_user.",
      McpNoticeArguments.class,
      McpNotice.class,
      false),
  REDEEM_PERMIT(
      "Redeem a permit",
      "Redeems the permit of an approved request right before you carry the call out, with the "
          + "exact tool and input. Carry it out only if state is started; a permit is redeemed "
          + "once. Report the result with report_result.",
      McpRedeemArguments.class,
      PermitView.class,
      false),
  REPORT_RESULT(
      "Report a result",
      "Reports the result of a call that was started with redeem_permit: succeeded, failed, or "
          + "uncertain if you do not have it.",
      McpResultArguments.class,
      PermitView.class,
      false),
  PERMISSION_PROMPT(
      "Permission prompt of Claude Code",
      "For Claude Code's --permission-prompt-tool: a person allows or denies "
          + "the use of a tool, or answers an AskUserQuestion. Not meant to be "
          + "called by a model.",
      McpPermissionArguments.class,
      null,
      false);

  private static final ArrayNode ALL = JsonTree.array();

  static {
    for (OfferedTool tool : values()) {
      ALL.add(tool.description());
    }
  }

  private final String title;
  private final String about;
  private final Class<?> arguments;
  private final @Nullable Class<?> answer;
  private final boolean reads;

  OfferedTool(
      String title, String about, Class<?> arguments, @Nullable Class<?> answer, boolean reads) {
    this.title = title;
    this.about = about;
    this.arguments = arguments;
    this.answer = answer;
    this.reads = reads;
  }

  public static Optional<OfferedTool> named(String name) {
    return Arrays.stream(values()).filter(tool -> tool.wire().equals(name)).findFirst();
  }

  public static ArrayNode list() {
    return ALL.deepCopy();
  }

  /** Whether it asks people something that a client may come back to instead of waiting. */
  public boolean isComeBackTo() {
    return switch (this) {
      case REQUEST_APPROVAL, ASK_USER, CHECK_DECISION -> true;
      case NOTIFY, REDEEM_PERMIT, REPORT_RESULT, PERMISSION_PROMPT -> false;
    };
  }

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  private ObjectNode description() {
    ObjectNode tool =
        JsonTree.object().put("name", wire()).put("title", title).put("description", about);
    tool.set("inputSchema", LoneSchema.sent(arguments));
    if (answer != null) {
      tool.set("outputSchema", LoneSchema.answered(answer));
    }
    // What people are asked destroys nothing, and asking the same again finds what was asked.
    tool.putObject("annotations")
        .put("title", title)
        .put("readOnlyHint", reads)
        .put("destructiveHint", false)
        .put("idempotentHint", reads)
        // The people of this daemon are no open world: a client without a user would not ask them.
        .put("openWorldHint", false);
    return tool;
  }
}
