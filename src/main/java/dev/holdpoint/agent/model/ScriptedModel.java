package dev.holdpoint.agent.model;

import dev.holdpoint.core.gate.Aside;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.json.JsonTree;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/**
 * A model that does what its input says: for tests, for trying things out, and for machines without
 * a provider. It keeps nothing: where it stands in the script is the number of turns since the
 * newest input, so a restart goes on at the right line.
 */
public final class ScriptedModel implements Model {
  private static final int PIECE = 64;

  @Override
  public String defaultModel() {
    return "scripted";
  }

  /** To a wiretap it is a provider that is sent the script and how far it has come. */
  @Override
  public ModelTurn next(ModelRequest request, Consumer<String> onText)
      throws ModelFailure, InterruptedException {
    List<Step> steps = request.steps();
    int newest = newestInput(steps);
    String input = newest < 0 ? "" : ((Step.Input) steps.get(newest)).words();
    int taken = turnsSince(steps, newest);
    Wiretap tap = request.tap();
    tap.sent(() -> JsonTree.object().put("input", input).put("turns_taken", taken));
    ModelTurn turn;
    try {
      turn =
          next(
              request,
              input,
              taken,
              text -> {
                tap.received(() -> JsonTree.object().put("type", "text_delta").put("text", text));
                onText.accept(text);
              });
    } catch (ModelFailure e) {
      tap.received(() -> JsonTree.object().put("type", "error").put("message", e.getMessage()));
      throw e;
    }
    for (ToolCall call : turn.calls()) {
      tap.received(
          () -> {
            ObjectNode event = JsonTree.object().put("type", "tool_call").put("tool", call.tool());
            return event.set("input", JsonTree.of(call.input()));
          });
    }
    tap.received(() -> JsonTree.object().put("type", "end").put("last", turn.last()));
    return turn;
  }

  private static ModelTurn next(
      ModelRequest request, String input, int taken, Consumer<String> onText)
      throws ModelFailure, InterruptedException {
    if (!Script.isScript(input)) {
      return echo(input, onText);
    }
    Script script = new Script(input);
    script.skipTurns(taken);
    while (script.advance()) {
      ScriptLine line = ScriptLine.parse(script.line(), script.lineNumber());
      if (line instanceof ScriptLine.Sleep(long ms)) {
        Thread.sleep(ms); // the script asks for a provider that takes its time
        continue;
      }
      return turn(line, script, request, onText);
    }
    return new ModelTurn("", List.of(), true);
  }

  private static ModelTurn turn(
      ScriptLine line, Script script, ModelRequest request, Consumer<String> onText)
      throws ModelFailure {
    return switch (line) {
      case ScriptLine.Say(String text) -> say(text, script, onText);
      case ScriptLine.Calls(List<ToolCall> calls) -> new ModelTurn("", calls, false);
      case ScriptLine.SayLastResult() -> say(lastResults(request.steps()), script, onText);
      case ScriptLine.SayRequest() -> say(RequestText.of(request), script, onText);
      case ScriptLine.Fail(String message) -> throw new ModelFailure(message);
      // Taken by the caller; it is no turn.
      case ScriptLine.Sleep _ -> throw new IllegalStateException("a sleep is not a turn");
    };
  }

  private static ModelTurn say(String text, Script script, Consumer<String> onText) {
    onText.accept(text);
    return new ModelTurn(text, List.of(), !script.hasMore());
  }

  private static ModelTurn echo(String input, Consumer<String> onText) {
    String text = "You said: " + input;
    int start = 0;
    while (start < text.length()) {
      int end = Math.min(start + PIECE, text.length());
      // Half a surrogate pair would reach a viewer as a replacement character.
      if (end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
        end--;
      }
      onText.accept(text.substring(start, end));
      start = end;
    }
    return new ModelTurn(text, List.of(), true);
  }

  private static int newestInput(List<Step> steps) {
    int i = steps.size() - 1;
    // What the model is told beside its work is no script.
    while (i >= 0 && !(steps.get(i) instanceof Step.Input input && !Aside.isOne(input.text()))) {
      i--;
    }
    return i;
  }

  private static int turnsSince(List<Step> steps, int input) {
    int turns = 0;
    for (int i = input + 1; i < steps.size(); i++) {
      if (steps.get(i) instanceof Step.Turn) {
        turns++;
      }
    }
    return turns;
  }

  // A turn that only speaks has no results, and the question is still about the newest ones.
  private static String lastResults(List<Step> steps) {
    int last = steps.size() - 1;
    while (last >= 0 && !(steps.get(last) instanceof Step.Result)) {
      last--;
    }
    int first = last;
    while (first > 0 && steps.get(first - 1) instanceof Step.Result) {
      first--;
    }
    StringBuilder text = new StringBuilder();
    for (int i = Math.max(first, 0); i <= last; i++) {
      if (steps.get(i) instanceof Step.Result(String _, Json content)) {
        text.append(text.isEmpty() ? "" : "\n").append(content.text());
      }
    }
    return text.toString();
  }
}
