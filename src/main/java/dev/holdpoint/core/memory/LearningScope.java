package dev.holdpoint.core.memory;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Who shares a learning: one session, all sessions of a persona, or all of a workspace. */
public record LearningScope(Kind kind, String id) {
  /** Narrowest first: what was learned closer by counts more. */
  public enum Kind {
    SESSION,
    PERSONA,
    WORKSPACE;

    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The one workspace of a daemon whose sessions have no tenants of their own. */
  public static final LearningScope WORKSPACE = workspace("default");

  public static LearningScope session(String id) {
    return new LearningScope(Kind.SESSION, id);
  }

  public static LearningScope persona(String id) {
    return new LearningScope(Kind.PERSONA, id);
  }

  public static LearningScope workspace(String id) {
    return new LearningScope(Kind.WORKSPACE, id);
  }

  /** As one word: {@code session:ID}. */
  public String text() {
    return kind.wire() + ":" + id;
  }

  /** The scope that such a word names, or null when it names none. */
  public static @Nullable LearningScope parse(String text) {
    for (Kind kind : Kind.values()) {
      String start = kind.wire() + ":";
      if (text.startsWith(start) && text.length() > start.length()) {
        return new LearningScope(kind, text.substring(start.length()));
      }
    }
    return null;
  }
}
