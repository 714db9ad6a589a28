package dev.holdpoint.cli;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRequestView;
import dev.holdpoint.api.gate.ApprovalBodies.RequestedItem;
import dev.holdpoint.api.gate.RenderingBodies.RenderedRequest;
import dev.holdpoint.api.gate.WorldBodies.PreconditionView;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.client.approver.ExactJson;
import dev.holdpoint.core.rendering.Rendering;
import dev.holdpoint.core.rendering.Shown;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** All that people are shown of a request before they decide, in its normal form. */
public final class ShownRequest {
  private ShownRequest() {}

  public static Rendering of(ApprovalRequestView request) {
    List<RequestedItem> items = request.requestedItems();
    List<PreconditionView> preconditions = request.preconditions();
    return new Rendering(
        request.toolName(),
        shown(request.input()),
        request.reason() == null ? "" : request.reason(),
        items == null ? List.of() : items.stream().map(ShownRequest::of).toList(),
        preconditions == null ? List.of() : preconditions.stream().map(ShownRequest::of).toList(),
        request.revision());
  }

  /** As the signed surface shows it. */
  public static Rendering of(JsonNode approval) {
    return new Rendering(
        approval.path("tool_name").asString(""),
        shown(approval.path("input")),
        approval.path("reason").asString(""),
        approval.path("requested_items").valueStream().map(ShownRequest::shown).toList(),
        List.of(),
        approval.path("revision").asInt(0));
  }

  /** By the word of these commands, which print all of it. */
  public static RenderedRequest rendered(Rendering shown) {
    return new RenderedRequest("cli", shown.sha256());
  }

  /** All of it, before it is decided. */
  public static void print(ApprovalRequestView request, PrintWriter out, Paint paint) {
    Facts facts = new Facts(out, paint).line("approval", request.id());
    of(request)
        .sections()
        .forEach(part -> facts.painted(part.label(), part.text().stripTrailing()));
  }

  /** The call, why it is asked for and how often it was before: the parts that are texts. */
  public static void print(Rendering shown, Facts facts, Paint paint) {
    for (Rendering.Section part : shown.sections()) {
      String text = part.text().stripTrailing();
      switch (part.label()) {
        case Rendering.COMMAND -> facts.painted("wants", paint.bold(text));
        case Rendering.INPUT ->
            facts.painted(hasCommand(shown) ? "with" : "wants", paint.bold(text));
        case Rendering.TOOL, Rendering.REASON, Rendering.REVISION ->
            facts.painted(part.label(), text);
        default -> {}
      }
    }
  }

  private static boolean hasCommand(Rendering shown) {
    return shown.sections().stream().anyMatch(part -> part.label().equals(Rendering.COMMAND));
  }

  public static Shown of(RequestedItem item) {
    return texts(
        "kind", Wire.name(item.kind()), "description", item.description(), "alias", item.alias());
  }

  public static Shown of(PreconditionView one) {
    return texts(
        "type",
        Wire.name(one.type()),
        "path",
        one.path(),
        "url",
        one.url(),
        "name",
        one.name(),
        "expected",
        one.expected());
  }

  private static Shown texts(@Nullable String... namesAndTexts) {
    Map<String, Shown> members = new TreeMap<>();
    for (int i = 0; i < namesAndTexts.length; i += 2) {
      String text = namesAndTexts[i + 1];
      if (text != null) {
        members.put(String.valueOf(namesAndTexts[i]), new Shown.Text(text));
      }
    }
    return new Shown.Members(members);
  }

  public static Shown shown(JsonNode value) {
    if (value.isObject()) {
      Map<String, Shown> members = new TreeMap<>();
      value.properties().forEach(member -> members.put(member.getKey(), shown(member.getValue())));
      return new Shown.Members(members);
    }
    if (value.isArray()) {
      return new Shown.Items(value.valueStream().map(ShownRequest::shown).toList());
    }
    if (value.isString()) {
      return new Shown.Text(value.stringValue());
    }
    return new Shown.Literal(value.isNumber() ? ExactJson.number(value) : value.asString("null"));
  }
}
