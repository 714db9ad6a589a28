package dev.holdpoint.agent.tool.input;

import dev.holdpoint.agent.model.ModelRequest.ToolSpec;
import org.jspecify.annotations.Nullable;

/**
 * The tools that the loop itself carries out, since they stop the run or belong to the daemon's own
 * record. All are allowed by default: some are gates themselves.
 */
public enum GateTool {
  ASK_USER_QUESTION(
      "ask_user_question",
      "Ask a person one or more questions and wait for the answers. A question without options is"
          + " answered in free text.",
      """
      @QUESTIONS@"""),
  REQUEST_PARENT_CLARIFICATION(
      "request_parent_clarification",
      "Ask the session that started this one, and wait for its answer. Only in "
          + "a session created by spawn_agent.",
      """
      @QUESTIONS@"""),
  SPAWN_AGENT(
      "spawn_agent",
      "Start another agent in its own session, with content as its first "
          + "input. It works independently; the answer contains its session id.",
      """
      {"type":"object","additionalProperties":false,"required":["content"],"properties":{
        "session_id":{"type":"string","minLength":1,"maxLength":200},
        "content":{"type":"string","minLength":1,"maxLength":1048576}}}"""),
  MESSAGE_AGENT(
      "message_agent",
      "Send more input to an agent that this session has started, or to the "
          + "session that started this one.",
      """
      {"type":"object","additionalProperties":false,"required":["session_id","content"],
        "properties":{
          "session_id":{"type":"string","minLength":1,"maxLength":200},
          "content":{"type":"string","minLength":1,"maxLength":1048576}}}"""),
  REQUEST_APPROVAL(
      "request_approval",
      "Ask a person to approve something, or to supply a secret under an alias, and wait.",
      """
      {"type":"object","additionalProperties":false,"required":["reason"],"properties":{
        "reason":{"type":"string","minLength":1,"maxLength":20000},
        "requested_items":{"type":"array","maxItems":50,"items":{
          "type":"object","additionalProperties":false,"required":["kind","description"],
          "properties":{
            "kind":{"enum":["action","secret"]},
            "description":{"type":"string","minLength":1,"maxLength":20000},
            "alias":{"type":"string","pattern":"^[A-Z][A-Z0-9_]{0,63}$"}}}},
        "expires_after_ms":{"type":"integer","minimum":1},
        "on_expiry":{"enum":["fail","deny","cancel"]},
        "risk":{"enum":["normal","high"]},
        "revises":{"type":"string","minLength":1,"maxLength":200,
          "description":"The request_id of the approval that this one asks again, after changes were requested or a person asked back"},
        "reply":{"type":"string","maxLength":16384,
          "description":"With revises: the answer to what the person said"},
        "late_answers":{"enum":["keep","next_turn"]}}}"""),
  LOAD_SKILL(
      "load_skill",
      "Read the instructions of one of the listed skills.",
      """
      {"type":"object","additionalProperties":false,"required":["name"],"properties":{
        "name":{"type":"string","minLength":1,"maxLength":64}}}"""),
  EMIT_OUTPUT(
      "emit_output",
      "Send an output to the followers of this run before it ends.",
      """
      {"type":"object","additionalProperties":false,"properties":{
        "content":{"type":"string","maxLength":1048576},
        "parts":{"type":"array","maxItems":100,"items":{"oneOf":[
          {"type":"object","additionalProperties":false,"required":["type","text"],"properties":{
            "type":{"const":"text"},"text":{"type":"string","maxLength":1048576}}},
          {"type":"object","additionalProperties":false,"required":["type","attachment"],
            "properties":{"type":{"const":"attachment"},"attachment":{
              "type":"object","additionalProperties":false,
              "required":["id","media_type","file_name"],"properties":{
                "id":{"type":"string","minLength":1,"maxLength":255},
                "media_type":{"type":"string","minLength":1,"maxLength":255},
                "file_name":{"type":"string","minLength":1,"maxLength":255}}}}},
          {"type":"object","additionalProperties":false,"required":["type","asset_id"],
            "properties":{"type":{"const":"asset"},
              "asset_id":{"type":"string","minLength":1,"maxLength":255}}}]}},
        "artifact_ids":{"type":"array","maxItems":100,"items":{"type":"string","maxLength":255}},
        "include_artifacts_inline":{"type":"boolean","default":false}}}""");

  private static final String QUESTIONS =
      """
      {"type":"object","additionalProperties":false,"required":["questions"],"properties":{
        "questions":{"type":"array","minItems":1,"maxItems":20,"items":{
          "type":"object","additionalProperties":false,"required":["question"],"properties":{
            "id":{"type":"string","minLength":1,"maxLength":200},
            "header":{"type":"string","maxLength":1000},
            "question":{"type":"string","minLength":1,"maxLength":20000},
            "options":{"type":"array","maxItems":50,"items":{
              "type":"object","additionalProperties":false,"required":["label"],"properties":{
                "id":{"type":"string","minLength":1,"maxLength":200},
                "label":{"type":"string","minLength":1,"maxLength":1000},
                "description":{"type":"string","maxLength":20000},
                "preview":{"type":"string","maxLength":20000}}}},
            "multi_select":{"type":"boolean","default":false},
            "default":{"type":"object","additionalProperties":false,"properties":{
              "selected_option_ids":{"type":"array","maxItems":50,"items":{"type":"string"}},
              "freeform_answer":{"type":"string","maxLength":20000}}}}}},
        "on_expiry":{"enum":["cancel","decline","default"]},
        "risk":{"enum":["normal","high"]},
        "late_answers":{"enum":["keep","next_turn"]},
        "expires_at_ms":{"type":"integer","minimum":1},
        "expires_after_ms":{"type":"integer","minimum":1}}}""";

  private final String toolName;
  private final String description;
  private final String schema;

  GateTool(String toolName, String description, String schema) {
    this.toolName = toolName;
    this.description = description;
    this.schema = schema;
  }

  public ToolSpec spec() {
    return new ToolSpec(
        toolName, description, InputSchema.of(schema.replace("@QUESTIONS@", QUESTIONS)).json());
  }

  /** The gate tool of that name, or null when it is an ordinary tool or none. */
  public static @Nullable GateTool named(String name) {
    for (GateTool tool : values()) {
      if (tool.toolName.equals(name)) {
        return tool;
      }
    }
    return null;
  }
}
