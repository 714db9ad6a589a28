package dev.holdpoint.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import dev.holdpoint.api.Endpoints;
import dev.holdpoint.api.endpoint.Surface;
import dev.holdpoint.http.openapi.OpenApi;
import dev.holdpoint.http.server.ProblemStyle;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What is wrong with an answer by the API document. Used by one thread at a time. */
final class Checker {
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final Set<String> NAMED =
      Set.of(
          "location",
          "link",
          "x-total-count",
          "retry-after",
          "idempotency-replayed",
          "etag",
          "allow",
          "deprecation",
          "sunset");

  /** Of requests that reach no operation. */
  private static final Set<Integer> STRAY = Set.of(204, 400, 403, 404, 405, 421, 503);

  private final Map<String, JsonNode> operations = new HashMap<>();
  private final Set<String> heads = new HashSet<>();
  private final StrictSchemas schemas;

  Checker(ObjectNode document) {
    for (JsonNode path : document.get("paths")) {
      for (JsonNode operation : path) {
        operations.put(operation.get("operationId").stringValue(), operation);
      }
    }
    this.schemas = new StrictSchemas(document);
  }

  /** Every answer that the document knows, a line each: operation, tab, status. */
  List<String> documented() {
    return operations.entrySet().stream()
        .flatMap(
            operation ->
                operation.getValue().get("responses").propertyNames().stream()
                    .map(status -> operation.getKey() + "\t" + status))
        .sorted()
        .toList();
  }

  /** As the daemon writes it. */
  static ObjectNode document() {
    return OpenApi.document(Endpoints.ALL, ProblemStyle.NATIVE::status, "test");
  }

  /**
   * Status, headers and content type. Nothing else of a head matters, so one that is like another
   * is not looked at again.
   */
  List<Finding> head(Answered answer) {
    String like =
        answer.operation()
            + " "
            + answer.status()
            + " "
            + answer.mediaType()
            + " "
            + new TreeSet<>(answer.headers().keySet());
    return answer.operation() != null && !heads.add(like) ? List.of() : newHead(answer);
  }

  private List<Finding> newHead(Answered answer) {
    String operation = answer.operation();
    if (operation == null) {
      return stray(answer);
    }
    JsonNode documented = operations.get(operation);
    if (documented == null) {
      return List.of(); // A page for people.
    }
    JsonNode response = documented.at("/responses/" + answer.status());
    if (!response.isObject()) {
      return List.of(finding(answer, "status", "is not documented"));
    }
    List<Finding> findings = new ArrayList<>();
    headers(answer, names(response.path("headers")), findings);
    JsonNode content = response.path("content");
    String type = answer.mediaType();
    if (type.isEmpty() ? !content.isMissingNode() : !content.has(type)) {
      findings.add(finding(answer, "content type", "'" + type + "' is not documented"));
    }
    return findings;
  }

  private static Set<String> names(JsonNode headers) {
    return headers.propertyNames().stream()
        .map(name -> name.toLowerCase(java.util.Locale.ROOT))
        .collect(Collectors.toSet());
  }

  private static void headers(Answered answer, Set<String> documented, List<Finding> findings) {
    for (String name : answer.headers().keySet()) {
      if (NAMED.contains(name) && !documented.contains(name)) {
        findings.add(finding(answer, "header " + name, "is not documented"));
      }
    }
    List<String> needed = new ArrayList<>(List.of("x-request-id"));
    if (answer.status() == 429 || answer.status() == 503) {
      needed.add("retry-after");
    }
    if (documented.contains("location")) {
      needed.add("location");
    }
    for (String name : needed) {
      if (!answer.headers().containsKey(name)) {
        findings.add(finding(answer, "header " + name, "is missing"));
      }
    }
  }

  private List<Finding> stray(Answered answer) {
    List<Finding> findings = new ArrayList<>();
    if (!STRAY.contains(answer.status())) {
      findings.add(finding(answer, "status", "where no operation is"));
    }
    boolean tells = answer.status() == 405 || answer.status() == 204;
    if (tells != answer.headers().containsKey("allow")) {
      findings.add(finding(answer, "header allow", "goes with 405 and OPTIONS"));
    }
    return findings;
  }

  /**
   * @param any whether there is one
   * @param bytes null when it is not looked at
   */
  List<Finding> body(Answered answer, boolean any, byte @Nullable [] bytes) {
    if (any && answer.mediaType().isEmpty()) {
      return List.of(finding(answer, "body", "has no content type"));
    }
    if (bytes == null || bytes.length == 0 || schemas.knows(answer, bytes)) {
      return List.of();
    }
    JsonNode tree;
    try {
      tree = JSON.readTree(plain(answer, bytes));
    } catch (IOException | JacksonException e) {
      return List.of(finding(answer, "body", "is no JSON"));
    }
    String operation = answer.operation();
    if (operation == null) {
      return schema(answer, schemas.component(problem(answer.target())), tree);
    }
    boolean isPlain = tree.isArray() && schemas.has(operation, answer.status(), "plain");
    return schema(
        answer,
        schemas.of(operation, answer.status(), isPlain ? "plain" : answer.mediaType()),
        tree);
  }

  /** One line, or one event. */
  List<Finding> part(Answered answer, String text) {
    String data =
        answer.isLines()
            ? text.strip()
            : text.lines()
                .filter(line -> line.startsWith("data:"))
                .map(line -> line.substring(5))
                .collect(Collectors.joining("\n"))
                .strip();
    if (data.isEmpty()
        || answer.operation() == null
        || schemas.knows(answer, data.getBytes(UTF_8))) {
      return List.of();
    }
    try {
      return schema(
          answer,
          schemas.of(answer.operation(), answer.status(), answer.mediaType()),
          JSON.readTree(data));
    } catch (JacksonException e) {
      return List.of(finding(answer, "frame", "is no JSON: " + data));
    }
  }

  private static byte[] plain(Answered answer, byte[] bytes) throws IOException {
    if (!answer.headers().getOrDefault("content-encoding", "").equals("gzip")) {
      return bytes;
    }
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return in.readAllBytes();
    }
  }

  private static String problem(String target) {
    String path = target.split("\\?", 2)[0];
    if (Surface.of(path) == Surface.MCP) {
      return "JsonRpcMessage";
    }
    if (Surface.of(path) == Surface.AMBIENT) {
      return "PlainProblem";
    }
    return Surface.of(path) == Surface.SIGNED ? "SignedProblem" : "ProblemBody";
  }

  private static List<Finding> schema(Answered answer, @Nullable Schema schema, JsonNode tree) {
    if (schema == null) {
      return List.of(); // Told with its status or its content type.
    }
    List<Error> errors = schema.validate(tree);
    return errors.isEmpty()
        ? List.of()
        : errors.stream()
            .map(
                error ->
                    finding(
                        answer,
                        error.getInstanceLocation().toString(),
                        String.valueOf(error.getMessage())))
            .toList();
  }

  private static Finding finding(Answered answer, String where, String what) {
    String operation = answer.operation();
    return new Finding(
        operation == null ? answer.method() + " " + answer.target() : operation,
        answer.status(),
        where.isEmpty() ? "the body" : where,
        what);
  }
}
