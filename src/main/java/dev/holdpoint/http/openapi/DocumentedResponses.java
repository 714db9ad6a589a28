package dev.holdpoint.http.openapi;

import dev.holdpoint.api.agent.AgentBodies.JsonRpcMessage;
import dev.holdpoint.api.ambient.AmbientBodies.PendingApproval;
import dev.holdpoint.api.ambient.AmbientBodies.PendingClarification;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.Surface;
import dev.holdpoint.api.event.EventBodies.UniversalPermission;
import dev.holdpoint.api.event.EventBodies.UniversalQuestion;
import dev.holdpoint.api.page.PageBodies.Pagination;
import dev.holdpoint.api.problem.ProblemBodies.PlainProblem;
import dev.holdpoint.api.problem.ProblemBodies.ProblemBody;
import dev.holdpoint.api.signed.SignedBodies.ConversationMessage;
import dev.holdpoint.api.signed.SignedBodies.SignedProblem;
import dev.holdpoint.core.problem.Kind;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.http.signed.SignedStyle;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What an operation answers: by status, with headers and bodies. */
final class DocumentedResponses {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final Schemas schemas;
  private final ToIntFunction<Kind> statusOf;

  DocumentedResponses(Schemas schemas, ToIntFunction<Kind> statusOf) {
    this.schemas = schemas;
    this.statusOf = statusOf;
  }

  ObjectNode of(Endpoint endpoint) {
    ObjectNode responses = JSON.objectNode();
    answerContent(response(responses, endpoint.status(), endpoint.summary() + "."), endpoint);
    others(responses, endpoint);
    refusals(responses, endpoint);
    responses
        .properties()
        .forEach(
            response ->
                ResponseHeaders.add(
                    endpoint,
                    Integer.parseInt(response.getKey()),
                    (ObjectNode) response.getValue()));
    return responses;
  }

  /** Further answers that are no refusals. */
  private void others(ObjectNode responses, Endpoint endpoint) {
    switch (endpoint.id()) {
      case "submitInput" ->
          answerContent(
              response(responses, 202, "The wait is over and the run continues."), endpoint);
      case "replayDelivery" ->
          answerContent(
              response(responses, 200, "It was already sent again; this is that delivery."),
              endpoint);
      case "sendAcpMessage" ->
          response(
              responses, 202, "A notification was forwarded, or a response settled a request.");
      case "sendMcpMessage" -> {
        ((ObjectNode) responses.at("/200/content"))
            .putObject("text/event-stream")
            .set("schema", schemas.reference(JsonRpcMessage.class));
        response(responses, 202, "A notification or a response was accepted.");
        rpcError(
            responses, 404, "There is no such Mcp-Session-Id, or in 2026-07-28 no such method.");
        rpcError(responses, 406, "The Accept header must include JSON and server-sent events.");
      }
      case "resumeMcpAnswer" -> {
        rpcError(responses, 404, "There is no such Mcp-Session-Id.");
        rpcError(responses, 405, "A stream requires a Last-Event-ID.");
        rpcError(responses, 406, "The Accept header must include server-sent events.");
      }
      case "sendMessage" ->
          content(
              response(
                  responses, 201, "With stream=false: the message in its state after the wait."),
              "application/json",
              schemas.reference(ConversationMessage.class));
      default -> {
        if (ResponseHeaders.isTagged(endpoint)) {
          response(responses, 304, "The content still matches If-None-Match.");
        }
      }
    }
  }

  private void rpcError(ObjectNode responses, int status, String description) {
    content(
        response(responses, status, description),
        "application/json",
        schemas.reference(JsonRpcMessage.class));
  }

  private void refusals(ObjectNode responses, Endpoint endpoint) {
    boolean signed = endpoint.surface() == Surface.SIGNED;
    Map<Integer, StringBuilder> refusals = new TreeMap<>();
    for (Problem problem : Refusals.of(endpoint)) {
      Set<Integer> statuses =
          signed ? SignedStyle.statuses(problem) : Set.of(statusOf.applyAsInt(problem.kind()));
      for (int status : statuses) {
        refusals
            .computeIfAbsent(status, _ -> new StringBuilder())
            .append("- `%s/%s`: %s\n".formatted(problem.domain(), problem.code(), problem.title()));
      }
    }
    boolean plain = endpoint.surface() == Surface.AMBIENT || endpoint.surface() == Surface.MCP;
    refusals.forEach(
        (status, lines) ->
            content(
                response(responses, status, lines.toString().strip()),
                plain ? "application/json" : "application/problem+json",
                schemas.reference(problem(endpoint.path()))));
  }

  private static Class<?> problem(String path) {
    if (Surface.of(path) == Surface.MCP) {
      return JsonRpcMessage.class;
    }
    if (Surface.of(path) == Surface.AMBIENT) {
      return PlainProblem.class;
    }
    return Surface.of(path) == Surface.SIGNED ? SignedProblem.class : ProblemBody.class;
  }

  private void answerContent(ObjectNode answer, Endpoint endpoint) {
    Class<?> response = endpoint.response();
    switch (endpoint.form()) {
      case BYTES -> {
        for (String type : endpoint.mediaTypes()) {
          content(answer, type, JSON.objectNode().put("type", "string").put("format", "binary"));
        }
      }
      case TEXT -> content(answer, "text/plain", JSON.objectNode().put("type", "string"));
      case LINES -> {
        if (response != null) {
          content(answer, "application/x-ndjson", schemas.reference(response));
        }
      }
      case STREAM -> {
        if (response != null) {
          content(answer, "text/event-stream", frame(endpoint.id(), response));
        }
      }
      case JSON -> {
        if (response != null && endpoint.listed()) {
          rows(answer, endpoint, response);
        } else if (response != null) {
          content(answer, "application/json", schemas.reference(response));
        }
        for (String type : endpoint.mediaTypes()) {
          content(answer, type, JSON.objectNode().put("type", "string"));
        }
      }
    }
  }

  /** The data of one event. Some streams send more than one sort of it. */
  private ObjectNode frame(String id, Class<?> usual) {
    List<Class<?>> others =
        switch (id) {
          case "streamApprovals" -> List.of(PendingApproval.class);
          case "streamClarifications" -> List.of(PendingClarification.class);
          case "streamSession" -> List.of(UniversalQuestion.class, UniversalPermission.class);
          default -> List.of();
        };
    if (others.isEmpty()) {
      return schemas.reference(usual);
    }
    ObjectNode any = JSON.objectNode();
    ArrayNode sorts = any.putArray("anyOf").add(schemas.reference(usual));
    others.forEach(other -> sorts.add(schemas.reference(other)));
    return any;
  }

  /**
   * Generators make no type that compiles of an array or an object, so a list that has pages is
   * described by them alone.
   */
  private void rows(ObjectNode answer, Endpoint endpoint, Class<?> row) {
    ObjectNode array = JSON.objectNode().put("type", "array");
    array.set("items", schemas.reference(row));
    if (!endpoint.paged()) {
      content(answer, "application/json", array);
      return;
    }
    content(answer, "application/json", schemas.page(row, Pagination.class));
    answer.set("x-holdpoint-plain", array);
  }

  private static ObjectNode response(ObjectNode responses, int status, String description) {
    ObjectNode response = responses.putObject(Integer.toString(status));
    response.put("description", description);
    response.putObject("headers");
    return response;
  }

  private static void content(ObjectNode holder, String mediaType, ObjectNode schema) {
    holder.withObjectProperty("content").putObject(mediaType).set("schema", schema);
  }
}
