package dev.holdpoint.http.openapi;

import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.problem.ProblemBodies.ProblemBody;
import dev.holdpoint.core.problem.Kind;
import dev.holdpoint.core.problem.Problem;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The OpenAPI 3.1 document. The same input gives the same bytes. */
public final class OpenApi {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /**
   * Writes the document.
   *
   * @param statusOf the HTTP status of a kind of problem
   */
  public static ObjectNode document(
      List<Endpoint> endpoints, ToIntFunction<Kind> statusOf, String version) {
    Schemas schemas = new Schemas(sent(endpoints));
    Operations operations = new Operations(schemas, new DocumentedResponses(schemas, statusOf));
    ObjectNode document = JSON.objectNode();
    document.put("openapi", "3.1.0");
    ObjectNode info = document.putObject("info");
    info.put("title", "Holdpoint")
        .put("version", version)
        .put(
            "description",
            "A daemon in which the runs of AI agents wait for a person's decision, "
                + "across restarts. Times are milliseconds since the epoch. Errors are "
                + "application/problem+json. A minor version may add members to objects of "
                + "answers and values to their enums: ignore those that you do not "
                + "recognize.");
    info.putObject("license").put("name", "Apache License 2.0").put("identifier", "Apache-2.0");
    document.putArray("servers").addObject().put("url", "/").put("description", "This daemon.");
    ArrayNode security = document.putArray("security");
    security.addObject().putArray("bearer");
    security.addObject().putArray("cookie");
    ArrayNode tags = document.putArray("tags");
    for (Tag tag : Tag.values()) {
      tags.addObject().put("name", tag.label()).put("description", tag.description());
    }
    ObjectNode paths = document.putObject("paths");
    for (Endpoint endpoint : endpoints) {
      paths
          .withObjectProperty(endpoint.path())
          .set(endpoint.method().name().toLowerCase(Locale.ROOT), operations.of(endpoint));
    }
    ObjectNode components = document.putObject("components");
    ObjectNode written = components.putObject("schemas");
    schemas.written().forEach(written::set);
    listProblems(written);
    ResponseHeaders.describe(components.putObject("headers"));
    ObjectNode schemes = components.putObject("securitySchemes");
    security(schemes);
    hosts(schemes);
    return document;
  }

  private static void security(ObjectNode schemes) {
    schemes
        .putObject("bearer")
        .put("type", "http")
        .put("scheme", "bearer")
        .put("description", "A token from POST /v1/tokens, or the daemon's admin token.");
    schemes
        .putObject("cookie")
        .put("type", "apiKey")
        .put("in", "cookie")
        .put("name", "holdpoint-4747")
        .put(
            "description",
            "The cookie that POST /v1/web-sessions sets, used when no Authorization "
                + "is sent. Its name contains the port; over https it is "
                + "__Host-holdpoint-<port>. All methods except GET and HEAD also require "
                + "the header X-Holdpoint-CSRF with the csrf_token of GET /v1/me.");
  }

  /** Who host applications are, on their own surface and nowhere else. */
  private static void hosts(ObjectNode schemes) {
    schemes
        .putObject(Operations.SERVICE_KEY)
        .put("type", "http")
        .put("scheme", "bearer")
        .put("bearerFormat", "sk_int_…")
        .put("description", "A service key from POST /v1/tenants/{tenant_id}/service-keys.");
    schemes
        .putObject(Operations.PLATFORM_TOKEN)
        .put("type", "http")
        .put("scheme", "bearer")
        .put("bearerFormat", "JWT")
        .put("description", "A token of one user, signed by the configured platform.");
  }

  private static Set<Class<?>> sent(List<Endpoint> endpoints) {
    return endpoints.stream()
        .<Class<?>>map(Endpoint::request)
        .filter(Objects::nonNull)
        .collect(Collectors.toSet());
  }

  /** The codes and domains are a closed list, kept in one registry. */
  private static void listProblems(ObjectNode written) {
    ObjectNode members =
        (ObjectNode) written.get(ProblemBody.class.getSimpleName()).get("properties");
    addEnum((ObjectNode) members.get("code"), Problem::code);
    addEnum((ObjectNode) members.get("domain"), Problem::domain);
  }

  private static void addEnum(ObjectNode schema, Function<Problem, String> word) {
    ArrayNode values = schema.putArray("enum");
    Arrays.stream(Problem.values()).map(word).distinct().sorted().forEach(values::add);
  }

  private OpenApi() {}
}
