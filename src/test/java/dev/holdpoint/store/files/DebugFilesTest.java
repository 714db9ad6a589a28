package dev.holdpoint.store.files;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.debug.Artifact;
import dev.holdpoint.core.debug.ArtifactFormat;
import dev.holdpoint.core.debug.ArtifactId;
import dev.holdpoint.core.debug.ArtifactId.Part;
import dev.holdpoint.core.debug.Budget;
import dev.holdpoint.core.debug.CaptureLevel;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.port.DebugBundles.Draft;
import dev.holdpoint.engine.port.failure.StoreFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DebugFilesTest {
  private static final long NOON = 1_763_200_000_000L;
  private static final Budget WIDE = new Budget(1_000, 10_000, 100);
  private static final String RUN = Ulid.id("run_", Ulid.key(NOON, 1), 1);
  private static final String OTHER = Ulid.id("run_", Ulid.key(NOON, 2), 2);
  private static final ArtifactId FIRST = new ArtifactId(1, 1, Part.MODEL_REQUEST);
  private static final ArtifactId SECOND = new ArtifactId(1, 1, Part.MODEL_RESPONSE);
  private static final String TEXT = "{\"text\":\"the quick brown fox\"}";

  @TempDir Path folder = Path.of("");
  private final InstantSource clock = () -> Instant.ofEpochMilli(NOON);

  private DebugFiles files(Budget budget, byte @Nullable [] key) {
    return new DebugFiles(folder.resolve("debug"), clock, budget, key);
  }

  private static byte[] key(int of) {
    byte[] key = new byte[32];
    Arrays.fill(key, (byte) of);
    return key;
  }

  private static void put(DebugFiles files, String run, ArtifactId id, String text) {
    files.put(run, new Draft(id, CaptureLevel.FULL, ArtifactFormat.JSON, text), () -> true);
  }

  private Path file(String run, ArtifactId id) {
    return folder.resolve("debug").resolve(run).resolve(id.text());
  }

  private List<Path> everything() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  // K4-448, K4-449, K4-450, K4-452
  void K4_448_K4_449_K4_450_K4_452_an_artifact_is_described_and_given_back() throws IOException {
    DebugFiles files = files(WIDE, null);
    assertThat(files.artifacts(RUN)).isEmpty();
    put(files, RUN, SECOND, "ü");
    put(files, RUN, FIRST, TEXT);

    Artifact first = files(WIDE, null).artifacts(RUN).getFirst();
    assertThat(first)
        .isEqualTo(
            new Artifact(
                FIRST,
                CaptureLevel.FULL,
                ArtifactFormat.JSON,
                NOON,
                Files.size(file(RUN, FIRST)),
                TEXT.length(),
                Digests.sha256Hex(TEXT.getBytes(UTF_8)),
                null,
                false));
    assertThat(files.artifacts(RUN)).extracting(Artifact::id).containsExactly(FIRST, SECOND);
    assertThat(files.text(RUN, FIRST)).isEqualTo(TEXT);
    assertThat(files.text(RUN, SECOND)).isEqualTo("ü");
    assertThat(files.text(OTHER, FIRST)).isNull();
    assertThat(everything()).containsExactly(file(RUN, FIRST), file(RUN, SECOND));
    assertThat(mode(file(RUN, FIRST))).isEqualTo("rw-------");
    assertThat(mode(folder.resolve("debug"))).isEqualTo("rwx------");
    assertThat(mode(folder.resolve("debug").resolve(RUN))).isEqualTo("rwx------");
  }

  @Test
  // K4-453
  void K4_453_with_a_key_no_word_of_it_is_on_the_disk() throws IOException {
    DebugFiles files = files(WIDE, key(1));
    put(files, RUN, FIRST, TEXT);

    Artifact artifact = files.artifacts(RUN).getFirst();
    String digest = Digests.sha256Hex(TEXT.getBytes(UTF_8));
    assertThat(artifact.encrypted()).isTrue();
    assertThat(artifact.sha256()).isEqualTo(digest);
    assertThat(artifact.plaintextBytes()).isEqualTo(TEXT.length());
    assertThat(artifact.bytes()).isEqualTo(Files.size(file(RUN, FIRST)));
    assertThat(new String(Files.readAllBytes(file(RUN, FIRST)), ISO_8859_1))
        .doesNotContain("quick")
        .doesNotContain(digest);
    assertThat(files.text(RUN, FIRST)).isEqualTo(TEXT);
  }

  @Test
  void without_the_key_it_is_known_but_not_read() {
    put(files(WIDE, key(1)), RUN, FIRST, TEXT);
    for (DebugFiles files : List.of(files(WIDE, key(2)), files(WIDE, null))) {
      assertThat(files.text(RUN, FIRST)).isNull();
      Artifact artifact = files.artifacts(RUN).getFirst();
      assertThat(artifact.encrypted()).isTrue();
      assertThat(artifact.sha256()).isNull();
    }
  }

  @Test
  void an_encrypted_file_that_is_moved_or_changed_does_not_open() throws IOException {
    DebugFiles files = files(WIDE, key(1));
    put(files, RUN, FIRST, TEXT);
    put(files, OTHER, FIRST, "other");
    byte[] whole = Files.readAllBytes(file(RUN, FIRST));

    Files.write(file(OTHER, FIRST), whole);
    assertThat(files.text(OTHER, FIRST)).as("of another run").isNull();
    Files.write(file(RUN, SECOND), whole);
    assertThat(files.text(RUN, SECOND)).as("under another name").isNull();
    String renamed =
        new String(whole, ISO_8859_1).replaceFirst("-model-request", "-model-response");
    Files.write(file(RUN, SECOND), renamed.getBytes(ISO_8859_1));
    assertThat(files.text(RUN, SECOND)).as("with another name in it").isNull();
    byte[] bent = whole.clone();
    bent[bent.length - 1] ^= 1;
    Files.write(file(RUN, FIRST), bent);
    assertThat(files.text(RUN, FIRST)).as("with another bit").isNull();
  }

  @Test
  // K4-452, K4-459, K4-493
  void K4_452_K4_459_K4_493_a_long_text_is_cut_between_characters_and_says_so() {
    DebugFiles files = files(new Budget(10, 1_000, 10), null);
    put(files, RUN, FIRST, "ab" + "€".repeat(5));

    Artifact artifact = files.artifacts(RUN).getFirst();
    assertThat(files.text(RUN, FIRST)).isEqualTo("ab€€");
    assertThat(artifact.plaintextBytes()).isEqualTo(8);
    assertThat(artifact.isTruncated()).isTrue();
    assertThat(artifact.originalBytes()).isEqualTo(17);
    assertThat(artifact.sha256()).isEqualTo(Digests.sha256Hex("ab€€".getBytes(UTF_8)));
  }

  @Test
  // K4-494, K4-495
  void K4_494_K4_495_a_run_keeps_so_many_bytes_and_so_many_artifacts() {
    DebugFiles files = files(new Budget(10, 15, 3), null);
    for (int turn = 1; turn <= 5; turn++) {
      put(files, RUN, new ArtifactId(turn, 1, Part.MODEL_REQUEST), "1234567890");
    }

    List<Artifact> kept = files.artifacts(RUN);
    assertThat(kept).extracting(Artifact::plaintextBytes).containsExactly(10L, 5L, 0L);
    assertThat(kept).extracting(Artifact::originalBytes).containsExactly(null, 10L, 10L);
    assertThat(kept).extracting(a -> a.id().turn()).containsExactly(1, 2, 3);
    put(files, RUN, kept.getFirst().id(), "again");
    assertThat(files.text(RUN, kept.getFirst().id())).as("one that is there").isEqualTo("again");
    put(files, OTHER, FIRST, "1234567890");
    assertThat(files.artifacts(OTHER)).hasSize(1);
  }

  @Test
  void what_a_crash_leaves_is_a_whole_artifact_or_none() throws IOException {
    DebugFiles files = files(WIDE, null);
    put(files, RUN, FIRST, TEXT);
    Path half = Files.writeString(folder.resolve("debug").resolve(".new-x"), "{\"v\":1");
    Files.createDirectory(folder.resolve("debug").resolve(OTHER));

    DebugFiles again = files(WIDE, null);
    assertThat(half).doesNotExist();
    assertThat(again.artifacts(RUN)).hasSize(1);
    assertThat(again.artifacts(OTHER)).isEmpty();
    assertThat(again.all()).hasSize(2);
  }

  @Test
  void what_a_damaged_disk_leaves_is_not_shown_as_if_it_were_whole() throws IOException {
    DebugFiles files = files(WIDE, null);
    put(files, RUN, FIRST, TEXT);
    put(files, RUN, SECOND, TEXT);
    Files.writeString(file(RUN, FIRST), "{\"v\":1,\"artifact_id\"");
    String whole = Files.readString(file(RUN, SECOND));
    Files.writeString(file(RUN, SECOND), whole.substring(0, whole.length() - 3));

    assertThat(files.artifacts(RUN)).extracting(Artifact::id).containsExactly(SECOND);
    assertThat(files.text(RUN, FIRST)).isNull();
    assertThat(files.text(RUN, SECOND)).isNull();
    Files.writeString(file(RUN, FIRST), "\n{}\n");
    assertThat(files.artifacts(RUN)).hasSize(1);
  }

  @Test
  void a_bundle_goes_whole_and_alone() throws IOException {
    DebugFiles files = files(WIDE, null);
    put(files, RUN, FIRST, TEXT);
    put(files, OTHER, FIRST, TEXT);
    Path foreign = Files.createDirectories(folder.resolve("debug/notes")).resolve("x");
    Files.writeString(foreign, "somebody else's");

    assertThat(files.all()).hasSize(2);
    long bytes = Files.size(file(RUN, FIRST));
    assertThat(files.remove(RUN)).isEqualTo(bytes);
    assertThat(files.remove(RUN)).isZero();
    assertThat(everything()).containsExactly(foreign, file(OTHER, FIRST));
    assertThat(folder.resolve("debug").resolve(RUN)).doesNotExist();
  }

  @Test
  void what_is_not_wanted_any_more_leaves_nothing() throws IOException {
    DebugFiles files = files(WIDE, null);
    files.put(RUN, new Draft(FIRST, CaptureLevel.FULL, ArtifactFormat.TEXT, "x"), () -> false);
    assertThat(everything()).isEmpty();
    assertThat(files.all()).isEmpty();
  }

  @Test
  // K4-460
  void K4_460_what_is_not_a_run_leads_nowhere() {
    DebugFiles files = files(WIDE, null);
    for (String id : List.of("..", "../" + RUN, "", "notes", RUN + "/..")) {
      assertThatThrownBy(() -> files.artifacts(id)).isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> files.remove(id)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void a_store_that_cannot_be_written_says_so() throws IOException {
    DebugFiles files = files(WIDE, null);
    Files.writeString(folder.resolve("debug"), "a file where the folder should be");
    assertThatThrownBy(() -> put(files, RUN, FIRST, TEXT))
        .isInstanceOf(StoreFailure.class)
        .hasMessageNotContaining("fox");
  }
}
