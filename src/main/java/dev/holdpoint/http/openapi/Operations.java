package dev.holdpoint.http.openapi;

import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.Endpoint.Access;
import dev.holdpoint.api.endpoint.Endpoint.Form;
import dev.holdpoint.api.endpoint.Endpoint.Idempotency;
import dev.holdpoint.api.endpoint.Role;
import dev.holdpoint.api.endpoint.Surface;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.json.Wire;
import java.util.Arrays;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** One operation of the document for one line of the route table. */
final class Operations {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  static final String SERVICE_KEY = "serviceKey";
  static final String PLATFORM_TOKEN = "platformToken";

  private final Schemas schemas;
  private final DocumentedResponses answers;

  Operations(Schemas schemas, DocumentedResponses answers) {
    this.schemas = schemas;
    this.answers = answers;
  }

  ObjectNode of(Endpoint endpoint) {
    ObjectNode operation = JSON.objectNode();
    operation.put("operationId", endpoint.id());
    operation.put("summary", endpoint.summary());
    operation.put("description", endpoint.summary() + ". " + whoMay(endpoint.access()));
    operation.putArray("tags").add(Tag.of(endpoint.path()).label());
    if (endpoint.access() == Access.OPEN) {
      operation.putArray("security");
    } else if (endpoint.access() == Access.INTEGRATION) {
      ArrayNode security = operation.putArray("security");
      security.addObject().putArray(SERVICE_KEY);
      security.addObject().putArray(PLATFORM_TOKEN);
      // Admins reach this surface too.
      security.addObject().putArray("bearer");
      security.addObject().putArray("cookie");
    }
    Examples examples = Examples.of(endpoint.id());
    ArrayNode parameters = parameters(endpoint);
    if (!parameters.isEmpty()) {
      parameters.forEach(one -> show(examples, (ObjectNode) one));
      operation.set("parameters", parameters);
    }
    Class<?> request = endpoint.request();
    if (request != null) {
      ObjectNode body = operation.putObject("requestBody");
      body.put("required", !endpoint.bodyOptional());
      ObjectNode content = body.putObject("content").putObject("application/json");
      content.set("schema", schemas.reference(request));
      examples.show(content);
    }
    ObjectNode responses = answers.of(endpoint);
    responses.properties().forEach(one -> show(examples, one.getKey(), one.getValue()));
    operation.set("responses", responses);
    return operation;
  }

  private static void show(Examples examples, ObjectNode parameter) {
    examples.show(
        parameter, parameter.get("name").stringValue(), parameter.get("in").stringValue());
  }

  private static void show(Examples examples, String status, JsonNode response) {
    response
        .path("content")
        .properties()
        .forEach(
            one ->
                examples.show((ObjectNode) one.getValue(), Integer.parseInt(status), one.getKey()));
  }

  private static String whoMay(Access access) {
    if (access == Access.INTEGRATION) {
      return "Service keys and platform tokens, within their scopes. Roles: admin.";
    }
    return access == Access.OPEN
        ? "No token required."
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
      if (endpoint.paged() && query.name().equals("page")) {
        asksForPages(parameters);
        continue;
      }
      ObjectNode schema =
          parameter(parameters, query.name(), "query", query.description(), query.required());
      schema.put("type", query.type());
      switch (query.type()) {
        case "integer" -> {
          if (query.max() > Integer.MAX_VALUE) {
            // Without it generators take 32 bits, which no time fits into.
            schema.put("format", "int64");
          }
          schema.put("minimum", query.min()).put("maximum", query.max());
        }
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
    if (endpoint.traced()) {
      parameter(
              parameters,
              Endpoint.TRACE,
              "header",
              "The trace that the run becomes part of, in W3C Trace Context format. A "
                  + "malformed value is ignored and the run starts its own trace.")
          .put("type", "string");
    }
    if (endpoint.form() == Form.STREAM) {
      boolean again = endpoint.surface() == Surface.MCP;
      parameter(
              parameters,
              "Last-Event-ID",
              "header",
              again
                  ? "The last event id of the interrupted stream; required."
                  : "Same as cursor; the larger of the two applies.")
          .put("type", "string")
          .put("minLength", 1)
          .put("maxLength", again ? 6_000 : 20);
    }
    return parameters;
  }

  /** The only value that gives the one shape that the document knows, so it has to be sent. */
  private static void asksForPages(ArrayNode parameters) {
    parameter(
            parameters,
            "page",
            "query",
            "Requests a page. Without page and cursor the answer is a plain array, "
                + "described by x-holdpoint-plain; page=false with cursor returns the "
                + "plain array from that position.",
            true)
        .put("type", "string")
        .putArray("enum")
        .add("true");
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
}
