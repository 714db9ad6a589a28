package dev.holdpoint.agent.loop;

import dev.holdpoint.agent.model.ModelRequest;
import dev.holdpoint.core.memory.Learning;
import dev.holdpoint.core.memory.Packed;
import dev.holdpoint.core.memory.RunMemory;
import dev.holdpoint.core.memory.Scored;
import dev.holdpoint.core.memory.Skill;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.memory.Memory;
import dev.holdpoint.engine.memory.Skills;
import java.util.List;
import java.util.function.BiConsumer;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What a run is told of its session's memory and skills. */
final class MemoryPrompt {
  /**
   * A model is told of that many skills; one that knows a further name may load it all the same.
   */
  private static final Packed.Bounds LISTED = new Packed.Bounds(200, 60_000);

  private final Memory memory;
  private final Skills skills;

  MemoryPrompt(Memory memory, Skills skills) {
    this.memory = memory;
    this.skills = skills;
  }

  /** Ranked by the run's own input: what the daemon adds to it later is not what it is about. */
  ModelRequest.Context context(Run run, List<Step> steps) {
    String query =
        !steps.isEmpty() && steps.getFirst() instanceof Step.Input input ? input.words() : "";
    Memory.Context context = memory.context(run.head().sessionId(), query);
    return new ModelRequest.Context(
        listed(context.skills()),
        entries(context.learned(), MemoryPrompt::learning),
        entries(context.recovered(), MemoryPrompt::recovered));
  }

  private static Json listed(List<Skill> visible) {
    ArrayNode array = JsonTree.array();
    Packed.of(visible, LISTED, skill -> skill.name().length() + skill.description().length())
        .entries()
        .forEach(
            skill ->
                array
                    .addObject()
                    .put("name", skill.name())
                    .put("description", skill.description()));
    return JsonTree.write(array);
  }

  private static <T> Json entries(
      Packed<Scored<T>> packed, BiConsumer<ObjectNode, Scored<T>> entry) {
    ObjectNode object = JsonTree.object();
    ArrayNode array = object.putArray("entries");
    packed.entries().forEach(one -> entry.accept(array.addObject(), one));
    object.put("truncated", packed.truncated());
    return JsonTree.write(object);
  }

  private static void learning(ObjectNode entry, Scored<Learning> scored) {
    Learning learning = scored.item();
    entry
        .put("learning_id", learning.id())
        .put("kind", learning.kind().wire())
        .put("published_at_ms", learning.publishedAtMs())
        .put("content", learning.content())
        .put("score", scored.score());
  }

  private static void recovered(ObjectNode entry, Scored<RunMemory> scored) {
    RunMemory left = scored.item();
    entry
        .put("run_id", left.runId())
        .put("recorded_at_ms", left.recordedAtMs())
        .put("status", left.status().wire())
        .put("request_preview", left.requestPreview())
        .put("outcome_preview", left.outcomePreview())
        .put("summary", left.summary())
        .put("score", scored.score());
  }

  /** What the model sees when it loads a skill. */
  Json skill(Run run, String name) {
    return switch (skills.load(run.head().sessionId(), name)) {
      case Skills.Loading.Loaded(Skill skill, String text) ->
          JsonTree.write(JsonTree.object().put("name", skill.name()).put("text", text));
      case Skills.Loading.Refused(String why) -> GateResults.error(why);
    };
  }
}
