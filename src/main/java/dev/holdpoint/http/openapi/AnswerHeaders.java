package dev.holdpoint.http.openapi;

import dev.holdpoint.api.Endpoint;
import dev.holdpoint.api.Endpoint.Idempotency;
import dev.holdpoint.http.v1.Locations;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** Which headers an answer may have, by the rules that the handlers go by. */
final class AnswerHeaders {
  private static final Set<String> TAGGED = Set.of("getAssetBytes", "openapi");

  /** Whether the answer is known again by its ETag. */
  static boolean isTagged(Endpoint endpoint) {
    return TAGGED.contains(endpoint.id());
  }

  static void add(Endpoint endpoint, int status, ObjectNode answer) {
    ObjectNode headers = answer.withObjectProperty("headers");
    put(headers, "X-Request-Id", "RequestId");
    Class<?> made = endpoint.response();
    if ((status == 201 || status == 202) && made != null && Locations.has(made)) {
      put(headers, "Location", "Location");
    }
    if (isReplayed(endpoint, status)) {
      put(headers, "Idempotency-Replayed", "Replayed");
    }
    if (status == 200 && endpoint.paged()) {
      put(headers, "X-Total-Count", "TotalCount");
      put(headers, "Link", "Link");
    }
    if (status == 201 && endpoint.id().equals("createServiceKey")) {
      put(headers, "Deprecation", "Deprecation");
      put(headers, "Link", "Link");
    }
    if (isTagged(endpoint) && (status == 200 || status == 304)) {
      put(headers, "ETag", "ETag");
    }
    if (status == 405) {
      put(headers, "Allow", "Allow");
    }
    if (status == 429 || status == 503) {
      put(headers, "Retry-After", "RetryAfter");
    }
  }

  /** The signed surface keeps refusals too where something was decided. */
  private static boolean isReplayed(Endpoint endpoint, int status) {
    boolean kept =
        status < 300 || (Endpoint.isSigned(endpoint.path()) && (status == 403 || status == 409));
    return endpoint.idempotency() == Idempotency.KEYED && kept;
  }

  private static void put(ObjectNode headers, String name, String component) {
    headers.putObject(name).put("$ref", "#/components/headers/" + component);
  }

  /** All of them, described. */
  static void describe(ObjectNode headers) {
    describe(headers, "RequestId", "Names this request in the log and in a problem.")
        .put("type", "string")
        .put("maxLength", 64);
    describe(
            headers,
            "Replayed",
            "Sent as true when an earlier call with this key was answered again.")
        .put("type", "boolean");
    describe(
            headers,
            "TotalCount",
            "With a plain array that is cut: how many rows there are in all.")
        .put("type", "integer")
        .put("minimum", 0);
    describe(
            headers,
            "Link",
            "With a plain array that is cut: where the next rows are, as rel=\"next\". Without it the"
                + " array is whole. With Deprecation: where more is said, as rel=\"deprecation\".")
        .put("type", "string");
    describe(headers, "Location", "The path at which what was made can be read.")
        .put("type", "string");
    describe(headers, "ETag", "Names these bytes; sent back as If-None-Match, it is answered 304.")
        .put("type", "string");
    describe(
            headers,
            "Deprecation",
            "Since when (@ and seconds since the epoch) the call as it was made is deprecated.")
        .put("type", "string");
    describe(headers, "Allow", "The methods that are taken here.").put("type", "string");
    describe(headers, "RetryAfter", "After how many seconds to try again.")
        .put("type", "integer")
        .put("minimum", 0);
  }

  private static ObjectNode describe(ObjectNode headers, String name, String description) {
    return headers.putObject(name).put("description", description).putObject("schema");
  }

  private AnswerHeaders() {}
}
