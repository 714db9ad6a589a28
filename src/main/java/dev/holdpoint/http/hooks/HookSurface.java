package dev.holdpoint.http.hooks;

import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.engine.external.SettledElsewhere;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.permit.AnsweredPermits;
import dev.holdpoint.http.hooks.HookOptions.Then;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.Bodies;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** All handlers of the surface, by the ids of their endpoints. */
public final class HookSurface {
  private static final String PROGRAM = "program";

  private final HookGate asking;
  private final Bodies bodies;
  private final HookTimeouts patience;
  private final HookOver over;
  private final HookResults results;

  private HookSurface(
      HookGate asking, HookOver over, HookResults results, Bodies bodies, HookTimeouts patience) {
    this.over = over;
    this.results = results;
    this.asking = asking;
    this.bodies = bodies;
    this.patience = patience;
  }

  public static Map<String, Handler> handlers(
      HookGate asking,
      SettledElsewhere settled,
      AnsweredPermits permits,
      WireJson json,
      HookTimeouts patience) {
    HookSurface surface =
        new HookSurface(
            asking, new HookOver(settled), new HookResults(permits), new Bodies(json), patience);
    Map<String, Handler> all = new HashMap<>();
    Program.OPERATIONS.forEach(
        one -> all.put(one.id(), call -> surface.ask(call, one.program(), one.event())));
    all.put("hookPreToolUse", call -> surface.ask(call, HookMoment.PRE_TOOL_USE));
    all.put("hookPermissionRequest", call -> surface.ask(call, HookMoment.PERMISSION_REQUEST));
    all.put("hookOver", surface::over);
    all.put(Program.RESULTS, surface::result);
    return all;
  }

  private Reply over(Call call) {
    over.take(call.caller(), Program.named(call.path(PROGRAM)), new HookBody(body(call)));
    return Reply.json(200, JsonTree.object());
  }

  private Reply result(Call call) {
    results.take(call.caller(), Program.OPERATIONS.getFirst().program(), new HookBody(body(call)));
    return Reply.json(200, JsonTree.object());
  }

  private JsonNode body(Call call) {
    Class<?> documented = call.endpoint().request();
    if (documented != null) {
      // What the document says of the body holds, and its members are read by their names.
      var _ = bodies.read(call, documented);
    }
    return bodies.tree(call);
  }

  private Reply ask(Call call, HookMoment event) {
    return ask(call, Program.named(call.path(PROGRAM)).asking(event), event);
  }

  private Reply ask(Call call, Program program, HookMoment event) {
    HookUse use = program.read(event, body(call));
    HookOptions terms = HookOptions.of(call, program.thens(event), patience);
    if (use.isCheck()) {
      return Reply.json(200, program.say(event, Then.DENY, use.checked(), use.input(), null));
    }
    if (!terms.speakFor(use.tool())) {
      return Reply.json(200, JsonTree.object());
    }
    ToolPrompt prompt = ToolPrompt.of(event, use);
    Then then = terms.then() == null ? program.then(event, use.place().mode()) : terms.then();
    return asking.ask(
        call,
        new HookGate.Use(use, event, prompt, terms.waitMs(), then == Then.DEFER),
        told -> program.say(event, then, told, use.input(), changed(prompt, told)));
  }

  private static @Nullable JsonNode changed(ToolPrompt prompt, HookOutcome told) {
    return told.verdict() instanceof HookVerdict.Allow allow ? prompt.changed(allow) : null;
  }
}
