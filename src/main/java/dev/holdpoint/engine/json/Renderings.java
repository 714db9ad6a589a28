package dev.holdpoint.engine.json;

import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.rendering.Rendered;
import dev.holdpoint.core.rendering.Rendering;
import dev.holdpoint.core.rendering.Shown;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.world.Precondition;
import dev.holdpoint.core.world.Sighting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What people should have been shown of a request, and whether they say that they were. */
public final class Renderings {
  public static final String MEMBER = "rendered";
  public static final String AS_ASKED = "as_asked";

  private Renderings() {}

  /** A request as it was asked: of what it depends on, not whether that holds now. */
  public static Rendering of(ToolCall call, Approval approval) {
    List<Shown> items = new ArrayList<>();
    if (approval.requestedItems() != null) {
      JsonTree.of(approval.requestedItems()).forEach(item -> items.add(item(item)));
    }
    return new Rendering(
        call.tool(),
        of(JsonTree.of(call.input())),
        approval.reason(),
        items,
        approval.world() == null
            ? List.of()
            : approval.world().preconditions().stream().map(Renderings::of).toList(),
        approval.revision());
  }

  /** The members that views show, and no other. */
  private static Shown item(JsonNode item) {
    Map<String, Shown> shown = new TreeMap<>();
    for (String name : List.of("kind", "description", "alias")) {
      if (item.path(name).isString()) {
        shown.put(name, new Shown.Text(item.path(name).stringValue()));
      }
    }
    return new Shown.Members(shown);
  }

  private static Shown of(Precondition one) {
    String expected = one.expectedText();
    return new Shown.Members(
        Map.of(
            "type",
            new Shown.Text(one.type().wire()),
            one.type().subjectMember(),
            new Shown.Text(one.subject()),
            "expected",
            new Shown.Text(expected == null ? Sighting.UNSEEN.text() : expected)));
  }

  public static Shown of(JsonNode value) {
    if (value.isObject()) {
      Map<String, Shown> members = new TreeMap<>();
      value.properties().forEach(member -> members.put(member.getKey(), of(member.getValue())));
      return new Shown.Members(members);
    }
    if (value.isArray()) {
      return new Shown.Items(value.valueStream().map(Renderings::of).toList());
    }
    return value.isString()
        ? new Shown.Text(value.stringValue())
        : new Shown.Literal(CanonicalJson.of(value));
  }

  /** Puts into a decision what was shown, what should have been, and whether they are the same. */
  public static void keep(ObjectNode decision, Rendered shown, Rendered.Asked asked) {
    String own = asked.sha256();
    decision
        .putObject(MEMBER)
        .put("surface", shown.surface())
        .put("sha256", shown.sha256())
        .put(AS_ASKED, shown.sha256().equals(own))
        .put("asked_sha256", own);
  }

  /** Of a decision as it is kept; null where the text was as asked, or nobody said what it was. */
  public static @Nullable JsonNode difference(JsonNode decision) {
    JsonNode rendered = decision.path(MEMBER);
    return rendered.path(AS_ASKED).isBoolean() && !rendered.path(AS_ASKED).booleanValue()
        ? rendered
        : null;
  }
}
