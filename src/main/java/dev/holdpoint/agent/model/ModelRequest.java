package dev.holdpoint.agent.model;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Item;
import dev.holdpoint.core.run.Step;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a model is asked with.
 *
 * @param system who the model is to be; empty where nobody said
 * @param steps the transcript of this run, oldest first; the first is its input
 * @param history the transcript of the session's earlier runs, read only when asked for
 * @param tools the tools this run may call, by name, with their input schemas
 * @param generation the generation settings in force, as a JSON object
 * @param context what the daemon adds from memory and skills, looked up only when asked for
 * @param enclosures how to read what came with the input
 * @param tap who listens
 */
public record ModelRequest(
    Supplier<String> system,
    List<Step> steps,
    Supplier<List<Step>> history,
    List<ToolSpec> tools,
    Json generation,
    Supplier<Context> context,
    Enclosures enclosures,
    Wiretap tap) {

  public ModelRequest(
      Supplier<String> system,
      List<Step> steps,
      Supplier<List<Step>> history,
      List<ToolSpec> tools,
      Json generation) {
    this(
        system,
        steps,
        history,
        tools,
        generation,
        () -> Context.NONE,
        Enclosures.NONE,
        Wiretap.NONE);
  }

  public ModelRequest with(Wiretap listener) {
    return new ModelRequest(
        system, steps, history, tools, generation, context, enclosures, listener);
  }

  /** Files and boards that came with the input. */
  @FunctionalInterface
  public interface Enclosures {
    Enclosures NONE = item -> item instanceof Item.Text(String text) ? text : null;

    /** What an item says; null where a model can only be told that it is there. */
    @Nullable String text(Item item);
  }

  /** A tool as the model sees it. */
  public record ToolSpec(String name, String description, Json inputSchema) {}

  /**
   * What the daemon adds from memory and skills.
   *
   * @param skills an array, {@code learnedContext} and {@code recoveredMemory} objects with {@code
   *     entries} and {@code truncated}
   */
  public record Context(Json skills, Json learnedContext, Json recoveredMemory) {
    private static final Json NO_ENTRIES = new Json("{\"entries\":[],\"truncated\":false}");
    public static final Context NONE = new Context(new Json("[]"), NO_ENTRIES, NO_ENTRIES);
  }
}
