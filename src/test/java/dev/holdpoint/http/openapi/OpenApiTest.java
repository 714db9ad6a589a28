package dev.holdpoint.http.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.Endpoints;
import dev.holdpoint.api.content.ContentBodies.AssetView;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.rule.RefusedAs;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.http.server.ProblemStyle;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

final class OpenApiTest {
  private static final Path GOLDEN = Path.of("docs", "openapi.json");
  static final ObjectNode DOCUMENT = document();

  private static ObjectNode document() {
    return OpenApi.document(Endpoints.ALL, ProblemStyle.NATIVE::status, VersionTest.version());
  }

  @Test
  void the_document_is_the_one_that_is_checked_in() throws IOException {
    String written =
        JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(DOCUMENT) + "\n";
    if (Boolean.getBoolean("update.golden")) {
      Files.createDirectories(GOLDEN.getParent());
      Files.writeString(GOLDEN, written);
    }
    assertThat(written)
        .as(
            "the wire has changed. If that is meant, write %s anew with"
                + " -Dtest=OpenApiTest -Dupdate.golden=true and review the difference",
            GOLDEN)
        .isEqualTo(Files.readString(GOLDEN));
  }

  @Test
  void the_same_input_gives_the_same_document() {
    assertThat(document().toString()).isEqualTo(DOCUMENT.toString());
  }

  @Test
  void every_endpoint_is_documented_under_its_own_name() {
    assertThat(operations().stream().map(o -> o.get("operationId").stringValue()))
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(Endpoints.ALL.stream().map(Endpoint::id).toList());
  }

  @Test
  void every_reference_leads_somewhere() {
    List<String> lost = new ArrayList<>();
    walk(
        "",
        DOCUMENT,
        (at, node) -> {
          if (node.path("$ref").isString()) {
            String target = node.get("$ref").stringValue();
            if (!target.startsWith("#/") || DOCUMENT.at(target.substring(1)).isMissingNode()) {
              lost.add(at + " -> " + target);
            }
          }
        });
    assertThat(lost).isEmpty();
  }

  @Test
  void every_path_parameter_is_declared_once_and_required() {
    for (Endpoint endpoint : Endpoints.ALL) {
      JsonNode operation = operation(endpoint);
      List<String> declared = new ArrayList<>();
      for (JsonNode parameter : operation.path("parameters")) {
        assertThat(parameter.get("schema").has("type")).isTrue();
        if (parameter.get("in").stringValue().equals("path")) {
          assertThat(parameter.get("required").booleanValue()).isTrue();
          declared.add(parameter.get("name").stringValue());
        }
      }
      assertThat(declared).as(endpoint.id()).isEqualTo(endpoint.pathParameters());
    }
  }

  @Test
  void every_operation_describes_itself_and_its_answers() {
    for (JsonNode operation : operations()) {
      String id = operation.get("operationId").stringValue();
      assertThat(operation.get("summary").stringValue()).as(id).isNotBlank();
      assertThat(operation.get("tags").size()).as(id).isEqualTo(1);
      operation
          .get("responses")
          .properties()
          .forEach(
              response -> {
                String what = id + " " + response.getKey();
                assertThat(response.getValue().get("description").stringValue())
                    .as(what)
                    .isNotBlank();
                if (!List.of("204", "304").contains(response.getKey())
                    && !List.of("sendAcpMessage 202", "sendMcpMessage 202").contains(what)) {
                  assertThat(response.getValue().has("content")).as(what).isTrue();
                }
              });
    }
  }

  @Test
  void only_open_endpoints_go_without_a_token() {
    for (Endpoint endpoint : Endpoints.ALL) {
      JsonNode operation = operation(endpoint);
      boolean open = endpoint.access() == Endpoint.Access.OPEN;
      assertThat(operation.path("security").isArray() && operation.path("security").isEmpty())
          .as(endpoint.id())
          .isEqualTo(open);
      // Whoever signs in needs no token to ask, and shows something that may be no good.
      boolean asksWho = !open || endpoint.id().equals("signIn");
      assertThat(operation.get("responses").has("401")).as(endpoint.id()).isEqualTo(asksWho);
    }
  }

  @Test
  void every_schema_is_described_and_every_member_typed() {
    List<String> untyped = new ArrayList<>();
    DOCUMENT
        .at("/components/schemas")
        .properties()
        .forEach(
            schema -> {
              assertThat(schema.getValue().has("description")).as(schema.getKey()).isTrue();
              schema
                  .getValue()
                  .path("properties")
                  .properties()
                  .forEach(
                      member -> {
                        if (!isTyped(member.getValue())) {
                          untyped.add(schema.getKey() + "." + member.getKey());
                        }
                      });
            });
    assertThat(untyped).isEmpty();
  }

  @Test
  void everything_a_caller_sends_has_a_limit() {
    Set<String> sent = sent().stream().map(Schemas::name).collect(Collectors.toSet());
    List<String> unlimited = new ArrayList<>();
    for (String name : sent) {
      walk(
          name,
          DOCUMENT.at("/components/schemas/" + name).get("properties"),
          (at, schema) -> {
            boolean constant = schema.has("const") || schema.has("enum");
            boolean text = is(schema, "string") && !constant && !schema.has("maxLength");
            boolean list = is(schema, "array") && !schema.has("maxItems");
            boolean number = is(schema, "integer") && !schema.has("maximum");
            if (text || list || number) {
              unlimited.add(at);
            }
          });
    }
    assertThat(unlimited).as("annotate these with @Length, @Size or @Range").isEmpty();
  }

  @Test
  // KT-05
  void KT_05_a_list_is_its_page_and_the_plain_array_stands_beside_it() {
    walk("", DOCUMENT, (at, node) -> assertThat(isEitherArrayOrObject(node)).as(at).isFalse());
    int lists = 0;
    for (Endpoint endpoint : Endpoints.ALL) {
      JsonNode answer = operation(endpoint).at("/responses/200");
      JsonNode page = parameter(endpoint, "page");
      assertThat(answer.has("x-holdpoint-plain")).as(endpoint.id()).isEqualTo(endpoint.paged());
      assertThat(page.isObject()).as(endpoint.id()).isEqualTo(endpoint.takes("page"));
      if (endpoint.paged()) {
        lists++;
        assertThat(page.get("required").booleanValue()).as(endpoint.id()).isTrue();
        assertThat(page.get("schema").toString())
            .as(endpoint.id())
            .isEqualTo("{\"type\":\"string\",\"enum\":[\"true\"]}");
        assertThat(answer.at("/content/application~1json/schema/$ref").stringValue())
            .as(endpoint.id())
            .endsWith("Page");
        assertThat(answer.at("/x-holdpoint-plain/type").stringValue()).isEqualTo("array");
      }
    }
    assertThat(lists).isGreaterThan(25);
  }

  @Test
  // KT-08, KT-23
  void KT_08_KT_23_what_every_operation_may_say_is_documented() {
    for (Endpoint endpoint : Endpoints.ALL) {
      JsonNode responses = operation(endpoint).get("responses");
      assertThat(responses.has("400")).as(endpoint.id()).isTrue();
      if (!endpoint.pathParameters().isEmpty()) {
        assertThat(responses.has("404")).as(endpoint.id()).isTrue();
      }
      for (String busy : List.of("429", "503")) {
        if (responses.has(busy)) {
          assertThat(responses.at("/" + busy + "/headers").has("Retry-After"))
              .as(endpoint.id() + " " + busy)
              .isTrue();
        }
      }
    }
    assertThat(DOCUMENT.at("/paths/~1v1~1schedules~1{schedule_id}/patch/responses/409").isObject())
        .isTrue();
  }

  @Test
  // KT-08, KT-09
  void KT_08_KT_09_answers_that_are_not_the_usual_are_documented() {
    assertThat(types("makeBackup")).containsExactly("application/zip");
    assertThat(types("getProblem")).containsExactly("application/json", "text/html");
    assertThat(types("listProblems")).containsExactly("application/json", "text/html");
    assertThat(types("getAssetBytes")).containsExactlyElementsOf(AssetView.SENT_AS);
    assertThat(named("getAssetBytes").at("/responses/304/headers").has("ETag")).isTrue();
    assertThat(named("replayDelivery").at("/responses/200/content").isObject()).isTrue();
  }

  private static List<String> types(String id) {
    return List.copyOf(named(id).at("/responses/200/content").propertyNames());
  }

  private static JsonNode named(String id) {
    return operations().stream()
        .filter(o -> o.get("operationId").stringValue().equals(id))
        .findFirst()
        .orElseThrow();
  }

  private static boolean isEitherArrayOrObject(JsonNode node) {
    List<String> types = new ArrayList<>();
    for (JsonNode variant : node.path("oneOf")) {
      String to = variant.path("$ref").asString("");
      types.add((to.isEmpty() ? variant : DOCUMENT.at(to.substring(1))).path("type").asString(""));
    }
    return types.contains("array") && types.contains("object");
  }

  private static JsonNode parameter(Endpoint endpoint, String name) {
    for (JsonNode parameter : operation(endpoint).path("parameters")) {
      if (parameter.get("name").stringValue().equals(name)) {
        return parameter;
      }
    }
    return MissingNode.getInstance();
  }

  /** Bodies of foreign clients, which send more than we know. */
  private static final Set<String> TOLERANT =
      Set.of("replyQuestion", "replyPermission", "sendAcpMessage");

  @Test
  // DX-81
  void DX_81_every_body_of_v1_is_closed_or_stands_in_the_list_of_exceptions() {
    List<String> open = new ArrayList<>();
    for (Endpoint endpoint : Endpoints.ALL) {
      Class<?> request = endpoint.request();
      if (request != null && endpoint.path().startsWith("/v1/")) {
        JsonNode schema = DOCUMENT.at("/components/schemas/" + Schemas.name(request));
        assertThat(schema.isObject()).as(endpoint.id()).isTrue();
        if (!schema.path("additionalProperties").equals(BooleanNode.FALSE)) {
          open.add(endpoint.id());
        }
      }
    }
    assertThat(open).containsExactlyInAnyOrderElementsOf(TOLERANT);
  }

  @Test
  void every_named_problem_is_in_the_registry() {
    Set<String> codes =
        Arrays.stream(Problem.values()).map(Problem::code).collect(Collectors.toSet());
    for (Class<?> type : sent()) {
      for (RecordComponent component : type.getRecordComponents()) {
        RefusedAs refused = component.getAnnotation(RefusedAs.class);
        if (refused != null) {
          assertThat(codes).as(component.toString()).contains(refused.value());
        }
      }
    }
  }

  private static Set<Class<?>> sent() {
    return ReachableTypes.from(
        Endpoints.ALL.stream().<Class<?>>map(Endpoint::request).filter(Objects::nonNull).toList());
  }

  private static boolean isTyped(JsonNode schema) {
    if (is(schema, "array")) {
      return isTyped(schema.get("items"));
    }
    return schema.has("type") || schema.has("$ref") || schema.has("anyOf") || schema.has("oneOf");
  }

  private static boolean is(JsonNode schema, String type) {
    JsonNode declared = schema.path("type");
    JsonNode first = declared.isArray() ? declared.get(0) : declared;
    return first.isString() && first.stringValue().equals(type);
  }

  static JsonNode operation(Endpoint endpoint) {
    return named(endpoint.id());
  }

  private static List<JsonNode> operations() {
    List<JsonNode> operations = new ArrayList<>();
    DOCUMENT.get("paths").forEach(path -> path.forEach(operations::add));
    return operations;
  }

  private static void walk(String at, JsonNode node, BiConsumer<String, JsonNode> visit) {
    visit.accept(at, node);
    if (node.isObject()) {
      node.properties().forEach(m -> walk(at + "/" + m.getKey(), m.getValue(), visit));
    } else if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        walk(at + "/" + i, node.get(i), visit);
      }
    }
  }
}
