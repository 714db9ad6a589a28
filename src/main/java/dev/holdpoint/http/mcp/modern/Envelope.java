package dev.holdpoint.http.mcp.modern;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.http.mcp.McpError;
import dev.holdpoint.http.mcp.McpMessage;
import dev.holdpoint.http.mcp.Protocol;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Which era a message is of, and whether what stands around it is in order: a function of what was
 * sent. The order of the checks is the order of this file.
 */
final class Envelope {
  static final String VERSION = "2026-07-28";
  static final String TASKS = "io.modelcontextprotocol/tasks";

  private static final String PROTOCOL = "io.modelcontextprotocol/protocolVersion";
  private static final String CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
  private static final String CLIENT = "io.modelcontextprotocol/clientInfo";
  private static final String ENCODED = "=?base64?";
  private static final String ENCODED_END = "?=";

  private Envelope() {}

  /** The headers that repeat what the body says, as they were sent; null for none. */
  record Headers(@Nullable String version, @Nullable String method, @Nullable String name) {}

  /** The methods of this era. */
  enum Method {
    DISCOVER("server/discover", null),
    LIST_TOOLS("tools/list", null),
    CALL_TOOL("tools/call", "name"),
    GET_TASK("tasks/get", "taskId"),
    UPDATE_TASK("tasks/update", "taskId"),
    CANCEL_TASK("tasks/cancel", "taskId"),
    LISTEN("subscriptions/listen", null);

    private final String wire;
    private final @Nullable String named;

    Method(String wire, @Nullable String named) {
      this.wire = wire;
      this.named = named;
    }

    private static Optional<Method> of(String wire) {
      return Arrays.stream(values()).filter(method -> method.wire.equals(wire)).findFirst();
    }

    private boolean takesTasks(JsonNode params) {
      return switch (this) {
        case DISCOVER, LIST_TOOLS, CALL_TOOL -> false;
        case GET_TASK, UPDATE_TASK, CANCEL_TASK -> true;
        case LISTEN -> params.path("notifications").has("taskIds");
      };
    }
  }

  /** What came of it. */
  sealed interface Opened {
    /** A message of a revision with sessions, whether it is in order or not. */
    record Older() implements Opened {}

    record Notification() implements Opened {}

    /**
     * @param id of the request; null when there is none
     */
    record Faulty(@Nullable Json id, RpcFault fault) implements Opened {}

    record Request(Json id, Method method, JsonNode params) implements Opened {
      boolean knowsTasks() {
        return Envelope.knowsTasks(params);
      }

      /** Whether the client opens pages for its user. */
      boolean opensUrls() {
        return capabilities(params).path("elicitation").path("url").isObject();
      }

      String clientName() {
        return Protocol.nameOf(params.path("_meta").path(CLIENT));
      }
    }
  }

  /** Newest first. */
  static List<String> versions() {
    return Stream.concat(Stream.of(VERSION), Protocol.VERSIONS.reversed().stream()).toList();
  }

  /** Of a body that is no JSON, or more of it than is read. */
  static Opened unreadable(Headers headers, McpError error) {
    return Protocol.isSpoken(headers.version)
        ? new Opened.Older()
        : new Opened.Faulty(null, RpcFault.of(400, error));
  }

  static Opened open(Headers headers, JsonNode body) {
    if (!body.path("params").path("_meta").has(PROTOCOL) && Protocol.isSpoken(headers.version)) {
      return new Opened.Older();
    }
    Json id = null;
    try {
      switch (McpMessage.of(body)) {
        case McpMessage.Notification _ -> {
          return new Opened.Notification();
        }
        case McpMessage.Response _ ->
            throw new RpcFault(
                400,
                McpError.INVALID_REQUEST,
                "Nothing was asked of the client, so there is nothing to respond to.");
        case McpMessage.Request request -> {
          id = request.id();
          return request(headers, request);
        }
      }
    } catch (McpError e) {
      return new Opened.Faulty(idOf(body), RpcFault.of(400, e));
    } catch (RpcFault e) {
      return new Opened.Faulty(id, e);
    }
  }

  /** Something that is no request may still say which answer it waits for. */
  private static @Nullable Json idOf(JsonNode body) {
    return !body.has("result") && !body.has("error") && McpMessage.isId(body.path("id"))
        ? JsonTree.write(body.path("id"))
        : null;
  }

  private static Opened.Request request(Headers headers, McpMessage.Request request) {
    JsonNode params = request.params();
    String version = params.path("_meta").path(PROTOCOL).asString("");
    if (!params.path("_meta").path(PROTOCOL).isString() || !capabilities(params).isObject()) {
      throw new RpcFault(
          400,
          McpError.INVALID_PARAMS,
          "params._meta must have %s, a text, and %s, an object."
              .formatted(PROTOCOL, CAPABILITIES));
    }
    same(Protocol.HEADER, headers.version, version, "params._meta[\"" + PROTOCOL + "\"]");
    same("Mcp-Method", headers.method, request.method(), "method");
    if (!version.equals(VERSION)) {
      throw unsupported(version);
    }
    Method method =
        Method.of(request.method())
            .orElseThrow(
                () ->
                    new RpcFault(
                        404,
                        McpError.METHOD_NOT_FOUND,
                        "There is no such method in "
                            + VERSION
                            + "; server/discover says what is offered."));
    if (method.named != null) {
      same(
          "Mcp-Name",
          decoded(headers.name),
          params.path(method.named).isString() ? params.path(method.named).stringValue() : null,
          "params." + method.named);
    }
    if (method.takesTasks(params) && !knowsTasks(params)) {
      ObjectNode data = JsonTree.object();
      data.putObject("requiredCapabilities").putObject("extensions").putObject(TASKS);
      throw new RpcFault(
          400,
          RpcFault.MISSING_CAPABILITY,
          "Declare the extension " + TASKS + " in " + CAPABILITIES + " to use tasks.",
          data);
    }
    return new Opened.Request(request.id(), method, params);
  }

  private static JsonNode capabilities(JsonNode params) {
    return params.path("_meta").path(CAPABILITIES);
  }

  private static boolean knowsTasks(JsonNode params) {
    return capabilities(params).path("extensions").path(TASKS).isObject();
  }

  /** Whoever routes by the headers must see what is carried out by the body. */
  private static void same(
      String name, @Nullable String header, @Nullable String value, String place) {
    if (header == null || !header.strip().equals(value)) {
      throw new RpcFault(
          400,
          RpcFault.HEADER_MISMATCH,
          header == null
              ? "Send the header " + name + " with the value of " + place + "."
              : "The header " + name + " must be equal to " + place + ".");
    }
  }

  private static RpcFault unsupported(String requested) {
    ObjectNode data = JsonTree.object();
    ArrayNode supported = data.putArray("supported");
    versions().forEach(supported::add);
    data.put("requested", requested);
    return new RpcFault(
        400,
        RpcFault.UNSUPPORTED_VERSION,
        "This protocol version is not supported; use one of " + String.join(", ", versions()) + ".",
        data);
  }

  /** A name that cannot stand in a header is sent encoded. What is not well encoded is no name. */
  private static @Nullable String decoded(@Nullable String header) {
    String text = header == null ? "" : header.strip();
    if (!text.startsWith(ENCODED)
        || !text.endsWith(ENCODED_END)
        || text.length() < ENCODED.length() + ENCODED_END.length()) {
      return header;
    }
    try {
      return new String(
          Base64.getDecoder()
              .decode(text.substring(ENCODED.length(), text.length() - ENCODED_END.length())),
          UTF_8);
    } catch (IllegalArgumentException e) {
      return header;
    }
  }
}
