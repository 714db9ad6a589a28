package dev.holdpoint.engine;

import dev.holdpoint.core.json.Json;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunSettings;
import org.jspecify.annotations.Nullable;

/**
 * What is submitted to a session.
 *
 * @param provider the route that this run is to take, or null for what the session prefers
 * @param settings what is said of this run alone; the session's preferences come in with the route
 */
public record Submission(
    RunKind kind,
    RunHead.Driver driver,
    String submittedBy,
    String sourcePlugin,
    String sourceKind,
    String actorId,
    String text,
    @Nullable String provider,
    Json attachments,
    Json metadata,
    RunSettings settings) {

  private static final int PREVIEW = 160;

  String preview() {
    if (text.codePointCount(0, text.length()) <= PREVIEW) {
      return text;
    }
    return text.substring(0, text.offsetByCodePoints(0, PREVIEW)) + "…";
  }
}
