package dev.holdpoint.core.run;

import dev.holdpoint.core.record.Json;
import java.util.Locale;

/** Something a run has said to the outside. Parts and artifacts are JSON arrays. */
public record Output(
    Source source, String plugin, String address, String content, Json parts, Json artifacts) {
  public enum Source {
    ASSISTANT_TEXT,
    EMIT_OUTPUT,
    DAEMON_EMIT_OUTPUT;

    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
