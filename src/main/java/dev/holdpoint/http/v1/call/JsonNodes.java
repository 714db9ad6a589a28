package dev.holdpoint.http.v1.call;

import dev.holdpoint.core.record.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.util.RawValue;

/** Between the core's opaque JSON and the wire's. */
public final class JsonNodes {
  private JsonNodes() {}

  /** Written as it stands: what is stored is valid, so it need not be parsed to be shown. */
  public static JsonNode of(Json json) {
    return JsonNodeFactory.instance.rawValueNode(new RawValue(json.text()));
  }

  public static @Nullable JsonNode orNull(@Nullable Json json) {
    return json == null || json.equals(Json.NULL) ? null : of(json);
  }

  public static Json json(JsonNode node) {
    return new Json(node.toString());
  }

  public static @Nullable Json jsonOrNull(@Nullable JsonNode node) {
    return node == null ? null : json(node);
  }
}
