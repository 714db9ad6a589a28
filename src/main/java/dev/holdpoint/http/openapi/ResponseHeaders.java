package dev.holdpoint.http.openapi;

import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.Endpoint.Idempotency;
import dev.holdpoint.api.endpoint.Surface;
import dev.holdpoint.http.v1.Locations;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** Which headers an answer may have, by the rules that the handlers go by. */
final class ResponseHeaders {
  private static final String REDEEM = "redeemPermit";

  private static final Set<String> TAGGED = Set.of("getAssetBytes", "listInbox", "openapi");

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
    if (status == 200 && endpoint.id().equals("getCaller")) {
      put(headers, "X-Holdpoint-Page", "Page");
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
        status < 300 || (endpoint.surface() == Surface.SIGNED && (status == 403 || status == 409));
    // The key of a redemption is the runner's own.
    boolean keyed = endpoint.idempotency() == Idempotency.KEYED || endpoint.id().equals(REDEEM);
    return keyed && kept;
  }

  private static void put(ObjectNode headers, String name, String component) {
    headers.putObject(name).put("$ref", "#/components/headers/" + component);
  }

  /** All of them, described. */
  static void describe(ObjectNode headers) {
    describe(headers, "RequestId", "Identifies this request in the log and in a problem.")
        .put("type", "string")
        .put("maxLength", 64);
    describe(
            headers,
            "Replayed",
            "true if this is the stored answer to an earlier request with the same key.")
        .put("type", "boolean");
    describe(headers, "TotalCount", "For a plain array that is cut: the total number of rows.")
        .put("type", "integer")
        .put("minimum", 0);
    describe(
            headers,
            "Link",
            "For a plain array that is cut: the URL of the next rows, as "
                + "rel=\"next\". Without it the array is complete. With Deprecation: the "
                + "URL of an explanation, as rel=\"deprecation\".")
        .put("type", "string");
    describe(headers, "Location", "The path of the created resource.").put("type", "string");
    describe(
            headers,
            "ETag",
            "Identifies this content; send it as If-None-Match to get 304 while it "
                + "is unchanged.")
        .put("type", "string");
    describe(
            headers,
            "Deprecation",
            "Since when this form of the call is deprecated (@ and seconds since the epoch).")
        .put("type", "string");
    describe(
            headers,
            "Page",
            "For browsers that are signed in: which page the daemon serves. Another value than "
                + "before means that there is a new one.")
        .put("type", "string");
    describe(headers, "Allow", "The methods that this path supports.").put("type", "string");
    describe(headers, "RetryAfter", "Seconds to wait before a retry.")
        .put("type", "integer")
        .put("minimum", 0);
  }

  private static ObjectNode describe(ObjectNode headers, String name, String description) {
    return headers.putObject(name).put("description", description).putObject("schema");
  }

  private ResponseHeaders() {}
}
