package dev.holdpoint.http.openapi;

import dev.holdpoint.api.ConversationMessage;
import dev.holdpoint.api.Endpoint;
import dev.holdpoint.api.Endpoint.Access;
import dev.holdpoint.api.Endpoint.Form;
import dev.holdpoint.api.Endpoint.Idempotency;
import dev.holdpoint.api.JsonRpcMessage;
import dev.holdpoint.api.Limits;
import dev.holdpoint.api.Pagination;
import dev.holdpoint.api.PlainProblem;
import dev.holdpoint.api.ProblemBody;
import dev.holdpoint.api.Role;
import dev.holdpoint.api.SignedProblem;
import dev.holdpoint.api.Wire;
import dev.holdpoint.core.problem.Kind;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.http.signed.SignedStyle;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** One operation of the document for one line of the route table. */
final class Operations {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final Schemas schemas;
  private final ToIntFunction<Kind> statusOf;

  Operations(Schemas schemas, ToIntFunction<Kind> statusOf) {
    this.schemas = schemas;
    this.statusOf = statusOf;
  }

  ObjectNode of(Endpoint endpoint) {
    ObjectNode operation = JSON.objectNode();
    operation.put("operationId", endpoint.id());
    operation.put("summary", endpoint.summary());
    operation.put("description", endpoint.summary() + ". " + whoMay(endpoint.access()));
    operation.putArray("tags").add(Tag.of(endpoint.path()).label());
    if (endpoint.access() == Access.OPEN) {
      operation.putArray("security");
    }
    ArrayNode parameters = parameters(endpoint);
    if (!parameters.isEmpty()) {
      operation.set("parameters", parameters);
    }
    Class<?> request = endpoint.request();
    if (request != null) {
      ObjectNode body = operation.putObject("requestBody");
      body.put("required", !endpoint.bodyOptional());
      content(body, "application/json", schemas.reference(request));
    }
    operation.set("responses", responses(endpoint));
    return operation;
  }

  private static String whoMay(Access access) {
    if (access == Access.INTEGRATION) {
      return "Service keys and platform tokens, within their scopes. Roles: admin.";
    }
    return access == Access.OPEN
        ? "Needs no token."
        : Arrays.stream(Role.values())
            .filter(role -> role.may(access))
            .map(Wire::name)
            .collect(Collectors.joining(", ", "Roles: ", "."));
  }

  private static ArrayNode parameters(Endpoint endpoint) {
    ArrayNode parameters = JSON.arrayNode();
    for (String name : endpoint.pathParameters()) {
      ObjectNode schema =
          parameter(parameters, name, "path", "Which " + name.replace("_id", "") + ".");
      schema.put("type", "string").put("minLength", 1);
      if (name.equals("session_id")) {
        schema.put("maxLength", Limits.SESSION_ID).put("pattern", Limits.SESSION_ID_PATTERN);
      } else {
        schema.put("maxLength", Limits.ID);
      }
    }
    for (Endpoint.Query query : endpoint.query()) {
      ObjectNode schema =
          parameter(parameters, query.name(), "query", query.description(), query.required());
      schema.put("type", query.type());
      switch (query.type()) {
        case "integer" -> schema.put("minimum", query.min()).put("maximum", query.max());
        case "string" -> schema.put("minLength", query.min()).put("maxLength", query.max());
        case "boolean" -> {}
        default -> throw new IllegalStateException("no such parameter type: " + query.type());
      }
      if (!query.values().isEmpty()) {
        ArrayNode values = schema.putArray("enum");
        query.values().forEach(values::add);
      }
    }
    if (endpoint.idempotency() == Idempotency.KEYED) {
      parameter(
              parameters,
              "Idempotency-Key",
              "header",
              "Makes a retry safe; may also be in the body.")
          .put("type", "string")
          .put("minLength", 1)
          .put("maxLength", Limits.IDEMPOTENCY_KEY);
    }
    if (endpoint.form() == Form.STREAM) {
      boolean again = Endpoint.isMcp(endpoint.path());
      parameter(
              parameters,
              "Last-Event-ID",
              "header",
              again
                  ? "Of the stream that was lost; without it there is none."
                  : "As cursor; the larger of both counts.")
          .put("type", "string")
          .put("minLength", 1)
          .put("maxLength", again ? 6_000 : 20);
    }
    return parameters;
  }

  /** Returns the parameter's schema, to be filled. */
  private static ObjectNode parameter(
      ArrayNode parameters, String name, String in, String description) {
    return parameter(parameters, name, in, description, in.equals("path"));
  }

  private static ObjectNode parameter(
      ArrayNode parameters, String name, String in, String description, boolean required) {
    ObjectNode parameter = parameters.addObject();
    parameter.put("name", name).put("in", in).put("description", description);
    parameter.put("required", required);
    return parameter.putObject("schema");
  }

  private ObjectNode responses(Endpoint endpoint) {
    ObjectNode responses = JSON.objectNode();
    ObjectNode answer = response(responses, endpoint.status(), endpoint.summary() + ".");
    answerContent(answer, endpoint);
    if (endpoint.idempotency() == Idempotency.KEYED) {
      ObjectNode headers = (ObjectNode) answer.get("headers");
      headers.putObject("Idempotency-Replayed").put("$ref", "#/components/headers/Replayed");
    }
    if (endpoint.id().equals("submitInput")) {
      ObjectNode late = response(responses, 202, "The wait is over, the run goes on.");
      answerContent(late, endpoint);
    }
    if (endpoint.id().equals("sendAcpMessage")) {
      response(
          responses, 202, "A notification was passed on, or a response has settled something.");
    }
    if (endpoint.id().equals("sendMcpMessage")) {
      ((ObjectNode) answer.get("content"))
          .putObject("text/event-stream")
          .set("schema", schemas.reference(JsonRpcMessage.class));
      response(responses, 202, "A notification or a response was taken note of.");
      content(
          response(responses, 406, "The Accept header must take JSON and server-sent events."),
          "application/json",
          schemas.reference(JsonRpcMessage.class));
    }
    if (endpoint.id().equals("sendMessage")) {
      ObjectNode waited = response(responses, 201, "With stream=false: the message as it is then.");
      content(waited, "application/json", schemas.reference(ConversationMessage.class));
    }
    boolean signed = Endpoint.isSigned(endpoint.path());
    Map<Integer, StringBuilder> refusals = new TreeMap<>();
    for (Problem problem : Refusals.of(endpoint)) {
      refusals
          .computeIfAbsent(
              signed ? SignedStyle.usualStatus(problem) : statusOf.applyAsInt(problem.kind()),
              _ -> new StringBuilder())
          .append("- `%s/%s`: %s\n".formatted(problem.domain(), problem.code(), problem.title()));
    }
    boolean plain = Endpoint.isAmbient(endpoint.path()) || Endpoint.isMcp(endpoint.path());
    refusals.forEach(
        (status, lines) ->
            content(
                response(responses, status, lines.toString().strip()),
                plain ? "application/json" : "application/problem+json",
                schemas.reference(problem(endpoint.path()))));
    return responses;
  }

  private static Class<?> problem(String path) {
    if (Endpoint.isMcp(path)) {
      return JsonRpcMessage.class;
    }
    if (Endpoint.isAmbient(path)) {
      return PlainProblem.class;
    }
    return Endpoint.isSigned(path) ? SignedProblem.class : ProblemBody.class;
  }

  private void answerContent(ObjectNode answer, Endpoint endpoint) {
    Class<?> response = endpoint.response();
    switch (endpoint.form()) {
      case BYTES ->
          content(
              answer,
              "application/octet-stream",
              JSON.objectNode().put("type", "string").put("format", "binary"));
      case TEXT -> content(answer, "text/plain", JSON.objectNode().put("type", "string"));
      case LINES -> {
        if (response != null) {
          content(answer, "application/x-ndjson", schemas.reference(response));
        }
      }
      case STREAM -> {
        if (response != null) {
          content(answer, "text/event-stream", schemas.reference(response));
        }
      }
      case JSON -> {
        if (response != null) {
          content(
              answer,
              "application/json",
              endpoint.listed() ? rows(endpoint, response) : schemas.reference(response));
        }
      }
    }
  }

  private ObjectNode rows(Endpoint endpoint, Class<?> row) {
    ObjectNode array = JSON.objectNode().put("type", "array");
    array.set("items", schemas.reference(row));
    if (!endpoint.paged()) {
      return array;
    }
    ObjectNode either = JSON.objectNode();
    either.putArray("oneOf").add(array).add(schemas.page(row, Pagination.class));
    return either;
  }

  private static ObjectNode response(ObjectNode responses, int status, String description) {
    ObjectNode response = responses.putObject(Integer.toString(status));
    response.put("description", description);
    response
        .putObject("headers")
        .putObject("X-Request-Id")
        .put("$ref", "#/components/headers/RequestId");
    return response;
  }

  private static void content(ObjectNode holder, String mediaType, ObjectNode schema) {
    holder.putObject("content").putObject(mediaType).set("schema", schema);
  }
}
