package dev.holdpoint.agent.opencode;

import dev.holdpoint.agent.opencode.OpenCodeApi.NotReached;
import dev.holdpoint.agent.peer.PeerFailure;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Understands what an OpenCode server tells of one of its sessions, and of those below it. */
final class OpenCodeEvents {
  private static final String QUESTION = "question";
  private static final int MESSAGES = 50;
  private static final int MAX_FAMILY = 1_000;

  private final OpenCodeSession talk;
  private final OpenCodeApi api;

  /** The session, and those that its agents have begun: they ask for the same run. */
  private final Set<String> family = new HashSet<>();

  private final Map<String, String> roles = new HashMap<>();

  /** How much of each text was told. */
  private final Map<String, Integer> told = new HashMap<>();

  private final CallInputs inputs;
  private boolean quiet;

  OpenCodeEvents(OpenCodeSession talk, OpenCodeApi api) {
    this.talk = talk;
    this.api = api;
    this.inputs = new CallInputs(api);
    family.add(talk.id());
  }

  /**
   * Finds out what happened while nobody listened.
   *
   * @param first whether the talk begins here: what was said before is then not told
   */
  void catchUp(boolean first) throws NotReached, PeerFailure, InterruptedException {
    for (JsonNode child : api.get("/session/" + talk.id() + "/children")) {
      adopt(child);
    }
    quiet = first;
    try {
      for (JsonNode message : api.get("/session/" + talk.id() + "/message?limit=" + MESSAGES)) {
        message(message.path("info"));
        message.path("parts").forEach(this::part);
      }
    } finally {
      quiet = false;
    }
    Set<String> waiting = new HashSet<>();
    for (JsonNode asked : api.get("/question")) {
      waiting.add(asked.path("id").asString(""));
      question(asked);
    }
    for (JsonNode asked : api.get("/permission")) {
      waiting.add(asked.path("id").asString(""));
      permission(asked);
    }
    talk.onlyThese(waiting);
    String status = api.get("/session/status").path(talk.id()).path("type").asString("idle");
    if (status.equals("idle")) {
      talk.idle(false);
    } else if (first) {
      talk.busy();
    } else {
      talk.active();
    }
  }

  void event(JsonNode event) throws InterruptedException {
    JsonNode told = event.path("properties");
    String session = told.path("sessionID").asString("");
    boolean ours = session.equals(talk.id());
    switch (event.path("type").asString("")) {
      case "session.created", "session.updated" -> adopt(told.path("info"));
      case "message.updated" -> message(told.path("info"));
      case "message.part.updated" -> part(told.path("part"));
      case "message.part.delta" -> delta(told);
      case "question.asked" -> question(told);
      case "permission.asked" -> permission(told);
      case "question.replied", "permission.replied" ->
          talk.settled(told.path("requestID").asString(""), "answered elsewhere");
      case "question.rejected" ->
          talk.settled(told.path("requestID").asString(""), "rejected elsewhere");
      case "session.error" -> {
        if (ours) {
          talk.failed(told.path("error"));
          talk.idle(true);
        }
      }
      case "session.status" -> {
        if (ours && told.path("status").path("type").asString("").equals("idle")) {
          talk.idle(false);
        } else if (ours) {
          talk.active();
        }
      }
      case "session.idle" -> {
        if (ours) {
          talk.idle(false);
        }
      }
      case "session.deleted" -> {
        if (told.path("info").path("id").asString(session).equals(talk.id())) {
          talk.gone("the session was deleted in OpenCode");
        }
      }
      default -> {}
    }
  }

  private void adopt(JsonNode session) {
    if (family.contains(session.path("parentID").asString("")) && family.size() < MAX_FAMILY) {
      family.add(session.path("id").asString(""));
    }
  }

  private void message(JsonNode info) {
    if (!info.path("sessionID").asString("").equals(talk.id())) {
      return;
    }
    String id = info.path("id").asString("");
    if (roles.put(id, info.path("role").asString("")) == null && !quiet) {
      talk.active();
    }
    if (info.path("role").asString("").equals("assistant")) {
      // What it calls its modes are its agents; older ones say mode.
      talk.works(info.path(info.has("agent") ? "agent" : "mode"));
    }
    if (info.path("error").isObject() && !quiet) {
      talk.failed(info.path("error"));
    }
  }

  private void part(JsonNode part) {
    if (family.contains(part.path("sessionID").asString(""))) {
      inputs.told(part);
    }
    if (!part.path("sessionID").asString("").equals(talk.id())
        || !roles.getOrDefault(part.path("messageID").asString(""), "").equals("assistant")) {
      return;
    }
    switch (part.path("type").asString("")) {
      case "text" -> text(part);
      case "tool" -> tool(part);
      default -> {}
    }
  }

  private void text(JsonNode part) {
    String text = part.path("text").asString("");
    String id = part.path("id").asString("");
    int before = told.getOrDefault(id, 0);
    // When it is done, blanks at the end may be gone again.
    told.put(id, Math.max(before, text.length()));
    if (text.length() > before && !quiet) {
      talk.said(text.substring(before), before == 0);
    }
  }

  private void delta(JsonNode piece) {
    String id = piece.path("partID").asString("");
    String text = piece.path("delta").asString("");
    Integer before = told.get(id);
    // Only texts that were announced: it thinks aloud in pieces too.
    if (before != null && piece.path("field").asString("").equals("text") && !text.isEmpty()) {
      told.put(id, before + text.length());
      talk.said(text, before == 0);
    }
  }

  private void tool(JsonNode part) {
    String tool = part.path("tool").asString("");
    String callId = part.path("callID").asString("");
    JsonNode state = part.path("state");
    if (tool.equals(QUESTION) || callId.isBlank() || quiet) {
      return;
    }
    Json input =
        JsonTree.write(state.path("input").isObject() ? state.path("input") : JsonTree.object());
    switch (state.path("status").asString("")) {
      case "running" -> talk.began(callId, tool, input);
      case "completed" -> talk.finished(callId, tool, input, false, output(state, "output"));
      case "error" -> talk.finished(callId, tool, input, true, output(state, "error"));
      default -> {}
    }
  }

  private static Json output(JsonNode state, String member) {
    return JsonTree.write(
        JsonTree.object().put("text", state.path(member).asString("")).path("text"));
  }

  private void question(JsonNode asked) {
    if (family.contains(asked.path("sessionID").asString(""))) {
      OpenCodeRequest.question(asked)
          .ifPresentOrElse(
              talk::asked,
              () -> talk.refuse("/question/" + asked.path("id").asString("") + "/reject"));
    }
  }

  private void permission(JsonNode asked) throws InterruptedException {
    if (family.contains(asked.path("sessionID").asString(""))) {
      OpenCodeRequest.permission(asked, inputs.of(asked)).ifPresent(talk::asked);
    }
  }
}
