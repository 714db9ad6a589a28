package dev.holdpoint.http.agui;

import dev.holdpoint.core.run.Output;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.json.JsonTree;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The events of one part of a run, as functions of its transcript. Ids are made from the run and
 * the position of a step, so that they are the same for everybody and never come twice in a thread.
 *
 * @param threadId as the front end calls it
 * @param runId as the front end calls it
 */
record RunEvents(String threadId, String runId) {
  ObjectNode started(@Nullable String run) {
    return named("RUN_STARTED", run);
  }

  static ObjectNode ignored(List<String> tools, String run) {
    ObjectNode event = event("CUSTOM", run).put("name", "holdpoint_ignored");
    ArrayNode names = event.putObject("value").putArray("tools");
    tools.forEach(names::add);
    return event;
  }

  static ObjectNode error(String code, String message, @Nullable String run) {
    return event("RUN_ERROR", run).put("message", message).put("code", code);
  }

  ObjectNode finished(Run run) {
    ObjectNode event = named("RUN_FINISHED", run.id());
    event.putObject("outcome").put("type", "success");
    return event.put(
        "result", run.outputs().stream().map(Output::content).collect(Collectors.joining("\n")));
  }

  ObjectNode interrupted(Run run, ArrayNode interrupts) {
    ObjectNode event = named("RUN_FINISHED", run.id());
    event.putObject("outcome").put("type", "interrupt").set("interrupts", interrupts);
    return event;
  }

  private ObjectNode named(String type, @Nullable String run) {
    return event(type, run).put("threadId", threadId).put("runId", runId);
  }

  /**
   * @param run ours; null where what was asked has come to none
   */
  private static ObjectNode event(String type, @Nullable String run) {
    ObjectNode event = JsonTree.object().put("type", type);
    event.putObject("metadata").putObject("holdpoint").put("run_id", run);
    return event;
  }

  /**
   * What a step has to tell; what was put in is the front end's own.
   *
   * @param at its place in the transcript
   */
  static List<ObjectNode> told(String run, Step step, int at, CallTurns turns) {
    List<ObjectNode> events = new ArrayList<>();
    switch (step) {
      case Step.Input _ -> {}
      case Step.Turn turn -> turn(events, run, at, turn);
      case Step.Result result ->
          events.add(
              event("TOOL_CALL_RESULT", run)
                  .put("messageId", messageId(run, at))
                  .put("toolCallId", callId(run, turns.of(result.callId()), result.callId()))
                  .put("content", content(result))
                  .put("role", "tool"));
    }
    return events;
  }

  private static void turn(List<ObjectNode> events, String run, int at, Step.Turn turn) {
    String message = messageId(run, at);
    if (!turn.text().isEmpty()) {
      events.add(
          event("TEXT_MESSAGE_START", run).put("messageId", message).put("role", "assistant"));
      events.add(
          event("TEXT_MESSAGE_CONTENT", run).put("messageId", message).put("delta", turn.text()));
      events.add(event("TEXT_MESSAGE_END", run).put("messageId", message));
    }
    for (ToolCall call : turn.calls()) {
      String id = callId(run, at, call.id());
      events.add(
          event("TOOL_CALL_START", run)
              .put("toolCallId", id)
              .put("toolCallName", call.tool())
              .put("parentMessageId", message));
      events.add(
          event("TOOL_CALL_ARGS", run).put("toolCallId", id).put("delta", call.input().text()));
      events.add(event("TOOL_CALL_END", run).put("toolCallId", id));
    }
  }

  /** The event that brings all messages of the thread, without them. */
  static ObjectNode snapshot(String run) {
    return event("MESSAGES_SNAPSHOT", run);
  }

  /** What a step is as a message; null for what was put in, which is the front end's own. */
  static @Nullable ObjectNode message(String run, Step step, int at, CallTurns turns) {
    ObjectNode message = JsonTree.object().put("id", messageId(run, at));
    return switch (step) {
      case Step.Input _ -> null;
      case Step.Result result ->
          message
              .put("role", "tool")
              .put("toolCallId", callId(run, turns.of(result.callId()), result.callId()))
              .put("content", content(result));
      case Step.Turn turn -> {
        message.put("role", "assistant").put("content", turn.text());
        if (!turn.calls().isEmpty()) {
          ArrayNode calls = message.putArray("toolCalls");
          for (ToolCall call : turn.calls()) {
            calls
                .addObject()
                .put("id", callId(run, at, call.id()))
                .put("type", "function")
                .putObject("function")
                .put("name", call.tool())
                .put("arguments", call.input().text());
          }
        }
        yield message;
      }
    };
  }

  private static String content(Step.Result result) {
    JsonNode content = JsonTree.of(result.content());
    return content.isString() ? content.stringValue() : result.content().text();
  }

  private static String messageId(String run, int step) {
    return run + "." + step;
  }

  /** Of a call that is open once these turns were read. */
  static String callId(String run, CallTurns turns, String call) {
    return callId(run, turns.of(call), call);
  }

  private static String callId(String run, int turn, String call) {
    return run + "." + turn + "." + call;
  }
}
