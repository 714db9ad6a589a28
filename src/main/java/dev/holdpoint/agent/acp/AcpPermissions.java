package dev.holdpoint.agent.acp;

import dev.holdpoint.agent.form.NotUnderstood;
import dev.holdpoint.agent.form.Params;
import dev.holdpoint.agent.peer.AgentCommands;
import dev.holdpoint.agent.peer.AgentRequest;
import dev.holdpoint.core.gate.Offer;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.AgentCall;
import dev.holdpoint.engine.asking.GateDecision;
import dev.holdpoint.engine.json.JsonTree;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code session/request_permission}: may the agent go on with a call of its own? */
final class AcpPermissions {
  private static final int OPTIONS = 100;
  private static final int INPUT = 1024 * 1024;
  private static final int PATHS = 10;

  private AcpPermissions() {}

  /**
   * @param agent what the agent calls itself
   */
  static AgentRequest.Permission read(Params request, String key, String agent)
      throws NotUnderstood {
    Params call = request.object("toolCall");
    String callId = call.text("toolCallId", Params.ID);
    String kind = said(call, "kind");
    String title = said(call, "title");
    String tool = title != null ? title : kind != null ? kind : "tool";
    AgentCall said = AgentCommands.ofAcp(agent, kind, title, call.node());
    return new AgentRequest.Permission(
        key,
        callId,
        shortened(tool),
        input(call, said != null && said.kind() == AgentCall.Kind.SHELL, title),
        reason(tool, title == null ? null : kind, paths(call)),
        new Offer(choices(request), false, false, true),
        said,
        null);
  }

  /**
   * Only options of the four kinds that the protocol knows can be chosen. Of any other nobody can
   * tell whether it is a yes or a no, and a no must never become a yes.
   */
  private static List<Offer.Choice> choices(Params request) throws NotUnderstood {
    List<Offer.Choice> choices = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (Params option : request.objects("options", OPTIONS)) {
      String id = option.text("optionId", Params.ID);
      if (!ids.add(id)) {
        throw option.wrong("optionId", "occurs twice in the options");
      }
      String name = option.optionalText("name", Params.SHORT);
      kind(option.text("kind", Params.ID))
          .ifPresent(
              kind ->
                  choices.add(
                      new Offer.Choice(id, name == null || name.isBlank() ? id : name, kind)));
    }
    if (choices.isEmpty()) {
      throw request.wrong(
          "options",
          "must have at least one of kind allow_once, allow_always, reject_once or reject_always");
    }
    return choices;
  }

  private static Optional<Offer.Kind> kind(String wire) {
    return Stream.of(Offer.Kind.values()).filter(kind -> kind.wire().equals(wire)).findFirst();
  }

  /** What is to be done, as the agent tells it: its raw input, or else what it shows of it. */
  private static Json input(Params call, boolean shell, @Nullable String title)
      throws NotUnderstood {
    JsonNode raw = call.node().path("rawInput");
    ObjectNode input;
    if (raw.isObject()) {
      input = (ObjectNode) raw;
    } else {
      input = JsonTree.object();
      if (call.has("rawInput")) {
        input.set("value", raw);
      } else if (title != null) {
        input.put(shell ? "command" : "title", title);
      }
      shown(call, input);
    }
    Json json = JsonTree.write(input);
    if (json.text().length() > INPUT) {
      throw call.wrong(
          "rawInput",
          "is longer than " + INPUT + " characters, which is more than a person can review");
    }
    return json;
  }

  private static void shown(Params call, ObjectNode input) throws NotUnderstood {
    ArrayNode contents = JsonTree.array();
    ArrayNode diffs = JsonTree.array();
    for (JsonNode content : call.list("content", OPTIONS)) {
      if (content.path("type").asString("").equals("diff")) {
        ObjectNode diff = diffs.addObject().put("path", content.path("path").asString(""));
        diff.set("old_text", content.path("oldText").isString() ? content.get("oldText") : null);
        diff.put("new_text", content.path("newText").asString(""));
      } else if (content.path("content").path("text").isString()) {
        contents.add(content.path("content").path("text"));
      }
    }
    if (diffs.size() == 1) {
      input.setAll((ObjectNode) diffs.get(0));
    } else if (!diffs.isEmpty()) {
      input.set("diffs", diffs);
    }
    if (!contents.isEmpty()) {
      input.set("content", contents);
    }
    List<String> paths = paths(call);
    if (diffs.isEmpty() && !paths.isEmpty()) {
      paths.forEach(input.putArray("paths")::add);
    }
  }

  private static List<String> paths(Params call) throws NotUnderstood {
    List<String> paths = new ArrayList<>();
    for (JsonNode location : call.list("locations", 10_000)) {
      String path = location.path("path").asString("");
      if (!path.isBlank() && path.length() <= 4_096 && !paths.contains(path)) {
        paths.add(path);
      }
      if (paths.size() == PATHS) {
        break;
      }
    }
    return paths;
  }

  private static String reason(String tool, @Nullable String kind, List<String> paths) {
    StringBuilder reason = new StringBuilder("The agent asks whether it may continue with: ");
    reason.append(tool);
    if (kind != null) {
      reason.append(" (").append(kind).append(')');
    }
    if (!paths.isEmpty()) {
      reason.append(", at ").append(String.join(", ", paths));
    }
    return reason.append('.').toString();
  }

  /** A word that is there; one that is missing, blank or no text is none. */
  private static @Nullable String said(Params call, String name) throws NotUnderstood {
    String text = call.optionalText(name, Params.LONG);
    return text == null || text.isBlank() ? null : text.strip();
  }

  /** A title may be a whole command; the input and the reason have all of it. */
  private static String shortened(String title) {
    return title.length() <= Params.ID ? title : title.substring(0, Params.ID - 1) + "…";
  }

  static Json write(AgentRequest.Permission asked, GateDecision decision) {
    String choice =
        switch (decision) {
          case GateDecision.Allowed allowed -> chosen(asked, allowed.choiceId(), true);
          case GateDecision.Denied denied -> chosen(asked, denied.choiceId(), false);
          case GateDecision.Answered _, GateDecision.Declined _, GateDecision.Cancelled _ -> null;
        };
    ObjectNode result = outcome(choice);
    if (decision instanceof GateDecision.Denied denied && denied.by() != null) {
      said(result, denied.by(), denied.reason());
    }
    return JsonTree.write(result);
  }

  /**
   * @param choice null when nothing was chosen
   */
  static ObjectNode outcome(@Nullable String choice) {
    ObjectNode result = JsonTree.object();
    ObjectNode outcome = result.putObject("outcome");
    if (choice == null) {
      outcome.put("outcome", "cancelled");
    } else {
      outcome.put("outcome", "selected").put("optionId", choice);
    }
    return result;
  }

  /** The protocol has no place for it, so agents that know us find it here. */
  private static void said(ObjectNode result, String by, String reason) {
    ObjectNode said = result.putObject("_meta").putObject("holdpoint").put("by", by);
    if (!reason.isBlank()) {
      said.put("reason", reason);
    }
  }

  /** A choice that is not in the offer, or says the opposite, is none. */
  private static @Nullable String chosen(
      AgentRequest.Permission asked, @Nullable String id, boolean allow) {
    return id == null
        ? null
        : asked
            .offer()
            .choice(id)
            .filter(choice -> choice.kind().allows() == allow)
            .map(Offer.Choice::id)
            .orElse(null);
  }

  static GateDecision parse(AgentRequest.Permission asked, Params result) throws NotUnderstood {
    Params outcome = result.object("outcome");
    return switch (outcome.text("outcome", Params.ID)) {
      case "cancelled" -> new GateDecision.Cancelled("the client cancelled the request");
      case "selected" -> selected(asked, outcome);
      default -> throw outcome.wrong("outcome", "must be selected or cancelled");
    };
  }

  private static GateDecision selected(AgentRequest.Permission asked, Params outcome)
      throws NotUnderstood {
    Offer.Choice choice = choice(asked.offer(), outcome);
    return choice.kind().allows()
        ? new GateDecision.Allowed(choice.id(), null, choice.kind() == Offer.Kind.ALLOW_ALWAYS)
        : new GateDecision.Denied(choice.id(), "");
  }

  static Offer.Choice choice(Offer offer, Params outcome) throws NotUnderstood {
    return offer
        .choice(outcome.text("optionId", Params.ID))
        .orElseThrow(
            () ->
                outcome.wrong(
                    "optionId",
                    "must be one of " + offer.choices().stream().map(Offer.Choice::id).toList()));
  }
}
