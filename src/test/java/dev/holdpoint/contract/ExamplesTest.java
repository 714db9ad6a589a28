package dev.holdpoint.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.holdpoint.api.Endpoints;
import dev.holdpoint.api.endpoint.Endpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The examples of the API document fit it. That a daemon answers so is shown by the tour. */
// KT-26
final class ExamplesTest {
  private static final Path FOLDER =
      Path.of("src/main/resources/dev/holdpoint/http/openapi/examples");
  private static final ObjectNode DOCUMENT = Checker.document();
  private static final Checker CHECKER = new Checker(DOCUMENT);
  private static final StrictSchemas SCHEMAS = new StrictSchemas(DOCUMENT);
  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

  private static JsonNode example(String id) throws IOException {
    return JsonMapper.shared().readTree(Files.readString(FOLDER.resolve(id + ".json")));
  }

  private static JsonNode operation(Endpoint endpoint) {
    return DOCUMENT
        .path("paths")
        .path(endpoint.path())
        .path(endpoint.method().name().toLowerCase(Locale.ROOT));
  }

  @Test
  void KT_26_every_operation_has_one_example_and_no_example_is_of_none() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(
              Endpoints.ALL.stream().map(one -> one.id() + ".json").toList());
    }
  }

  @Test
  void KT_26_every_request_fits_its_schema_and_is_in_the_document() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (Endpoint endpoint : Endpoints.ALL) {
      JsonNode request = example(endpoint.id()).path("request");
      JsonNode operation = operation(endpoint);
      wrong.addAll(unknown(endpoint.id(), request, Set.of("path", "query", "headers", "body")));
      Map<String, Set<String>> given =
          Map.of(
              "path", new HashSet<>(request.path("path").propertyNames()),
              "query", new HashSet<>(request.path("query").propertyNames()),
              "header", new HashSet<>(request.path("headers").propertyNames()));
      for (JsonNode parameter : operation.path("parameters")) {
        String in = parameter.get("in").stringValue();
        String name = parameter.get("name").stringValue();
        JsonNode value = request.path(in.equals("header") ? "headers" : in).path(name);
        String where = endpoint.id() + ", " + in + " " + name;
        if (Objects.requireNonNull(given.get(in)).remove(name)) {
          wrong.addAll(errors(where, schema(parameter.get("schema")), value));
        } else if (parameter.get("required").booleanValue()) {
          wrong.add(where + ": is missing");
        }
        assertThat(parameter.path("example")).as(where).isEqualTo(value);
      }
      given.values().stream()
          .flatMap(Set::stream)
          .forEach(name -> wrong.add(endpoint.id() + ": has no parameter " + name));
      wrong.addAll(body(endpoint, request.path("body"), operation));
    }
    assertThat(wrong).isEmpty();
  }

  private static List<String> body(Endpoint endpoint, JsonNode body, JsonNode operation) {
    Class<?> type = endpoint.request();
    if (body.isMissingNode()) {
      return type == null || endpoint.bodyOptional()
          ? List.of()
          : List.of(endpoint.id() + ": has no body");
    }
    if (type == null) {
      return List.of(endpoint.id() + ": has a body");
    }
    JsonNode content = operation.at("/requestBody/content/application~1json");
    assertThat(content.path("example")).as(endpoint.id()).isEqualTo(body);
    String name = content.at("/schema/$ref").stringValue();
    return errors(
        endpoint.id(), SCHEMAS.component(name.substring(name.lastIndexOf('/') + 1)), body);
  }

  @Test
  void KT_26_every_answer_fits_its_schema_and_is_in_the_document() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (Endpoint endpoint : Endpoints.ALL) {
      JsonNode answer = example(endpoint.id()).path("answer");
      wrong.addAll(unknown(endpoint.id(), answer, Set.of("status", "type", "event", "body")));
      int status = answer.path("status").asInt(0);
      String type = answer.path("type").asString("");
      JsonNode body = answer.path("body");
      Answered answered =
          new Answered(
              endpoint.id(),
              endpoint.method().name(),
              endpoint.path(),
              status,
              type.isEmpty()
                  ? Map.of("x-request-id", "r", "location", "/")
                  : Map.of("x-request-id", "r", "location", "/", "content-type", type));
      assertThat(status).as(endpoint.id()).isBetween(200, 299);
      CHECKER.head(answered).stream()
          .map(Finding::toString)
          .filter(one -> !one.contains("header"))
          .forEach(wrong::add);
      if (answered.isJson()) {
        found(CHECKER.body(answered, true, body.toString().getBytes(UTF_8)), wrong);
      } else if (answered.isLines() || answered.isEvents()) {
        String text = answered.isLines() ? body.toString() : "data: " + body;
        found(CHECKER.part(answered, text), wrong);
      }
      if (!body.isMissingNode()) {
        JsonNode content =
            operation(endpoint)
                .path("responses")
                .path(Integer.toString(status))
                .path("content")
                .path(type);
        assertThat(content.path("example")).as(endpoint.id()).isEqualTo(body);
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void KT_26_a_planted_member_or_value_is_caught() throws IOException {
    Endpoint raise =
        Endpoints.ALL.stream()
            .filter(one -> one.id().equals("raiseApproval"))
            .findFirst()
            .orElseThrow();
    ObjectNode body = (ObjectNode) example("raiseApproval").at("/request/body").deepCopy();
    JsonNode schema = operation(raise).at("/requestBody/content/application~1json/schema/$ref");
    String name = schema.stringValue().substring(schema.stringValue().lastIndexOf('/') + 1);
    assertThat(errors("", SCHEMAS.component(name), body)).isEmpty();
    assertThat(errors("", SCHEMAS.component(name), body.put("planted", 1))).isNotEmpty();
    body.remove("planted");
    assertThat(errors("", SCHEMAS.component(name), body.put("expires_after_ms", "soon")))
        .isNotEmpty();
  }

  private static void found(List<Finding> findings, List<String> wrong) {
    findings.forEach(one -> wrong.add(one.toString()));
  }

  private static List<String> unknown(String id, JsonNode node, Set<String> names) {
    Set<String> more = new TreeSet<>(node.propertyNames());
    more.removeAll(names);
    return more.stream().map(name -> id + ": no example has " + name).toList();
  }

  private static Schema schema(JsonNode schema) {
    return REGISTRY.getSchema(schema);
  }

  private static List<String> errors(String where, Schema schema, JsonNode value) {
    return schema.validate(value).stream()
        .map(error -> where + " " + error.getInstanceLocation() + ": " + error.getMessage())
        .toList();
  }
}
