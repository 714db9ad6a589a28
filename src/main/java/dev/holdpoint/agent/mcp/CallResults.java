package dev.holdpoint.agent.mcp;

import dev.holdpoint.agent.schema.ForeignSchemas;
import dev.holdpoint.core.problem.Refusal.Fault;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What a tool gave back, as the model sees it: cut where it is long, without what is no text. */
final class CallResults {
  /** As much as a command's output. */
  static final int KEPT = 64 * 1024;

  private static final int MOST_ITEMS = 1_000;
  private static final int SHORT = 2_000;

  private final UnaryOperator<String> scrub;
  private int room = KEPT;
  private boolean cut;

  private CallResults(UnaryOperator<String> scrub) {
    this.scrub = scrub;
  }

  static Json error(String what) {
    return JsonTree.write(JsonTree.object().put("error", what));
  }

  /**
   * @param scrub takes secrets out; before anything is cut, so that no half of one is left
   */
  static Json of(
      JsonNode answer, @Nullable Json outputSchema, String title, UnaryOperator<String> scrub) {
    JsonNode content = answer.path("content");
    JsonNode structured = answer.path("structuredContent");
    if (!answer.isObject() || !(content.isArray() || structured.isObject())) {
      return error(
          title
              + " did not answer with a valid result; the call may have taken effect and "
              + "is not repeated");
    }
    CallResults results = new CallResults(scrub);
    ObjectNode result = JsonTree.object();
    ArrayNode items = result.putArray("content");
    for (JsonNode item : content) {
      if (items.size() == MOST_ITEMS || results.room == 0) {
        results.cut = true;
        break;
      }
      items.add(results.item(item));
    }
    if (results.cut) {
      result.put("content_cut", true);
    }
    if (structured.isObject()) {
      results.structured(result, structured, outputSchema, title);
    }
    if (answer.path("isError").asBoolean(false)) {
      result.put("is_error", true);
    }
    return JsonTree.write(result);
  }

  private void structured(
      ObjectNode result, JsonNode structured, @Nullable Json schema, String title) {
    List<Fault> faults =
        schema == null ? List.of() : ForeignSchemas.faults(schema, JsonTree.write(structured));
    if (!faults.isEmpty()) {
      result.put(
          "error",
          scrub.apply(
              "%s has returned a result that does not match its own output schema (%s: %s); the call was made"
                  .formatted(title, faults.getFirst().pointer(), faults.getFirst().message())));
      return;
    }
    JsonNode clean = Scrubbed.all(structured, scrub);
    if (clean.toString().length() > KEPT) {
      result.put("structured_content_cut", true);
    } else {
      result.set("structured_content", clean);
    }
  }

  private ObjectNode item(JsonNode item) {
    String type = item.path("type").asString("");
    ObjectNode shown = JsonTree.object().put("type", brief(type));
    switch (type) {
      case "text" -> shown.put("text", kept(item.path("text").asString("")));
      case "image", "audio" -> absent(shown, item.path("data"), item);
      case "resource" -> {
        JsonNode resource = item.path("resource");
        shown.put("uri", brief(resource.path("uri").asString("")));
        if (resource.path("text").isString()) {
          shown.put("text", kept(resource.path("text").stringValue()));
        } else {
          absent(shown, resource.path("blob"), resource);
        }
      }
      case "resource_link" ->
          shown
              .put("uri", brief(item.path("uri").asString("")))
              .put("name", brief(item.path("name").asString("")))
              .put("description", brief(item.path("description").asString("")));
      default -> shown.put("left_out", "this kind of content is not supported");
    }
    return shown;
  }

  /** Named, and not included: a model could not read it, and a transcript should not hold it. */
  private void absent(ObjectNode shown, JsonNode data, JsonNode owner) {
    shown
        .put("mime_type", brief(owner.path("mimeType").asString("")))
        .put("bytes", data.asString("").length() / 4L * 3)
        .put("left_out", "content that is not text is not shown");
  }

  private String brief(String text) {
    String clean = scrub.apply(text);
    return clean.length() > SHORT ? clean.substring(0, SHORT) + "…" : clean;
  }

  private String kept(String text) {
    String clean = scrub.apply(text);
    int end = 0;
    while (end < clean.length()) {
      int point = clean.codePointAt(end);
      int size = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
      if (size > room) {
        room = 0;
        cut = true;
        return clean.substring(0, end);
      }
      room -= size;
      end += Character.charCount(point);
    }
    return clean;
  }
}
