package dev.holdpoint.daemon.backup;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a backup holds, as its last entry says.
 *
 * @param format of the archive; a program refuses one that it does not know
 * @param program the version that made it
 * @param madeAtMs no later than the moment of which the ledger was copied
 * @param ledger null when the backup is of the files alone
 * @param leftOut what was in the folder and could not be read, is no file, or has a name that is no
 *     text
 * @param damaged what was not what was stored when it was copied
 */
record Manifest(
    int format,
    String program,
    long madeAtMs,
    @Nullable Ledger ledger,
    List<Item> files,
    List<Link> links,
    List<String> leftOut,
    List<String> damaged) {
  static final int FORMAT = 1;
  static final String NAME = "manifest.json";

  /** Under which the files lie in the archive, so that none can be taken for the manifest. */
  static final String FOLDER = "data/";

  private static final JsonMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build())
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .changeDefaultPropertyInclusion(
              all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
          .build();

  Manifest {
    files = files == null ? List.of() : List.copyOf(files);
    links = links == null ? List.of() : List.copyOf(links);
    leftOut = leftOut == null ? List.of() : List.copyOf(leftOut);
    damaged = damaged == null ? List.of() : List.copyOf(damaged);
  }

  record Ledger(String ledgerId, int schemaVersion, long lastEventId) {}

  /**
   * @param path from the data folder, with slashes
   * @param mode as {@code ls} shows it: {@code rw-------}
   */
  record Item(String path, long bytes, String sha256, String mode) {}

  /** A symbolic link of a workspace; it is made again as it was and never followed. */
  record Link(String path, String target) {}

  byte[] json() {
    return JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(this);
  }

  /** Null for the text {@code null}; no member of it is checked yet. */
  static @Nullable Manifest parse(byte[] json) {
    return JSON.readValue(json, Manifest.class);
  }
}
