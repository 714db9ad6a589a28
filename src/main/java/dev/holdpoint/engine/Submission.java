package dev.holdpoint.engine;

import dev.holdpoint.core.json.Json;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;

/** What is submitted to a session, with every default filled in. */
public record Submission(
    RunKind kind,
    RunHead.Driver driver,
    String submittedBy,
    String sourcePlugin,
    String sourceKind,
    String actorId,
    String text,
    String provider,
    String model,
    Json attachments,
    Json metadata,
    Json settings) {

  private static final int PREVIEW = 160;

  String preview() {
    if (text.codePointCount(0, text.length()) <= PREVIEW) {
      return text;
    }
    return text.substring(0, text.offsetByCodePoints(0, PREVIEW)) + "…";
  }
}
