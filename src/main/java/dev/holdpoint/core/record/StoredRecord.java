package dev.holdpoint.core.record;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A record that is kept whole, as one document. */
public interface StoredRecord {
  long key();

  /** What it is found by besides its key, unique among its kind; null when the key is all. */
  default @Nullable String name() {
    return null;
  }

  /** What lists of its kind are narrowed by. */
  default String group() {
    return "";
  }

  /** Whose it is, for kinds that are listed by tenant; null for the root tenant. */
  default @Nullable String tenant() {
    return null;
  }

  /** When something is to happen to it; null when nothing is. */
  default @Nullable Long dueAtMs() {
    return null;
  }

  /** The words by which a search in its group finds it. */
  default Set<String> terms() {
    return Set.of();
  }
}
