package dev.holdpoint.core.run;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One piece of ordered input, as it was resolved when it was submitted: what it names never changes
 * afterwards.
 */
public sealed interface Item {
  record Text(String text) implements Item {}

  /** A stored file. */
  record File(
      String assetId, String fileName, @Nullable String mediaType, long byteLength, String sha256)
      implements Item {}

  /** A revision of a board. */
  record Board(String boardId, String revisionId, String title) implements Item {}

  /** The texts among these, one per line. */
  static String words(List<Item> items) {
    return items.stream()
        .filter(Text.class::isInstance)
        .map(item -> ((Text) item).text())
        .collect(Collectors.joining("\n"));
  }
}
