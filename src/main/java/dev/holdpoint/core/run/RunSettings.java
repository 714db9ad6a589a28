package dev.holdpoint.core.run;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.session.ReplyHandle;
import java.util.List;
import java.util.Objects;

/**
 * How a run is carried out, and where its outputs go.
 *
 * @param generation how the model is asked, as a JSON object; what the session prefers included
 */
public record RunSettings(
    Json generation, List<Requirement> requirements, List<ReplyHandle> replyTargets) {
  public static final RunSettings NONE = new RunSettings(Json.EMPTY_OBJECT, List.of(), List.of());

  public RunSettings {
    // Runs of the first version were written without.
    generation = Objects.requireNonNullElse(generation, Json.EMPTY_OBJECT);
  }

  public RunSettings asking(Json settings) {
    return new RunSettings(settings, requirements, replyTargets);
  }

  public RunSettings replyingTo(List<ReplyHandle> targets) {
    return new RunSettings(generation, requirements, targets);
  }
}
