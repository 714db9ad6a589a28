package dev.holdpoint.daemon.trace;

import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Spans as OTLP writes them in JSON: ids in hex, times as decimal text, enums as numbers. */
final class OtlpJson {
  private static final int INTERNAL = 1;
  private static final int ERROR = 2;
  private static final String NANOS = "000000";

  private OtlpJson() {}

  static byte[] request(String version, List<Span> spans) {
    ObjectNode root = JsonMapper.shared().createObjectNode();
    ObjectNode resource = root.putArray("resourceSpans").addObject();
    attributes(
        resource.putObject("resource"),
        Map.of("service.name", "holdpoint", "service.version", version));
    ObjectNode scope = resource.putArray("scopeSpans").addObject();
    scope.putObject("scope").put("name", "dev.holdpoint").put("version", version);
    ArrayNode all = scope.putArray("spans");
    for (Span span : spans) {
      ObjectNode node = all.addObject();
      node.put("traceId", span.traceId()).put("spanId", span.spanId());
      if (span.parentId() != null) {
        node.put("parentSpanId", span.parentId());
      }
      node.put("name", span.name()).put("kind", INTERNAL);
      node.put("startTimeUnixNano", span.startMs() + NANOS);
      node.put("endTimeUnixNano", span.endMs() + NANOS);
      attributes(node, span.attributes());
      if (span.failed()) {
        node.putObject("status").put("code", ERROR);
      }
    }
    return JsonMapper.shared().writeValueAsBytes(root);
  }

  private static void attributes(ObjectNode node, Map<String, String> attributes) {
    ArrayNode all = node.putArray("attributes");
    attributes.forEach(
        (key, value) ->
            all.addObject().put("key", key).putObject("value").put("stringValue", value));
  }
}
