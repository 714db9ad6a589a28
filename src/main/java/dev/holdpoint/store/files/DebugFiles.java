package dev.holdpoint.store.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.core.debug.Artifact;
import dev.holdpoint.core.debug.ArtifactId;
import dev.holdpoint.core.debug.Budget;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.port.DebugBundles;
import dev.holdpoint.engine.port.failure.StoreFailure;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A folder a run and a file an artifact, for the owner alone. A file is written beside the folders,
 * forced to disk and then moved to its place. What is not named as we name things is nobody's
 * bundle and is left alone.
 */
public final class DebugFiles implements DebugBundles {
  private static final String UNFINISHED = ".new-";
  private static final String RUN = "run_";

  /** The line that says what an artifact is has a few hundred bytes. */
  private static final int LONGEST_LINE = 4_096;

  private final Path root;
  private final InstantSource clock;
  private final Budget budget;
  private final @Nullable Sealing sealing;

  /** Held where a file gets its place and where a bundle goes. */
  private final ReentrantLock places = new ReentrantLock();

  /**
   * @param key of {@link Sealing#KEY_BYTES} bytes; null to keep texts as they are
   */
  public DebugFiles(Path root, InstantSource clock, Budget budget, byte @Nullable [] key) {
    this.root = root;
    this.clock = clock;
    this.budget = budget;
    this.sealing = key == null ? null : new Sealing(key);
    try {
      for (Path left : list(root)) {
        if (name(left).startsWith(UNFINISHED)) {
          Files.deleteIfExists(left);
        }
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  @Override
  public void put(String runId, Draft draft, BooleanSupplier wanted) {
    Path folder = folder(runId);
    List<Artifact> others =
        artifacts(runId).stream().filter(kept -> !kept.id().equals(draft.id())).toList();
    if (others.size() >= budget.artifacts()) {
      return;
    }
    byte[] utf8 = draft.text().getBytes(UTF_8);
    int kept = budget.fit(utf8, others.stream().mapToLong(Artifact::plaintextBytes).sum());
    byte[] file = new ArtifactFile(runId, sealing).write(draft, utf8, kept, clock.millis());
    try {
      makeFolder(root);
      Path unfinished = root.resolve(UNFINISHED + UUID.randomUUID());
      try {
        OwnFile.write(unfinished, file);
        if (place(unfinished, folder, draft.id(), wanted)) {
          sync(folder);
        }
      } finally {
        Files.deleteIfExists(unfinished);
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private boolean place(Path unfinished, Path folder, ArtifactId id, BooleanSupplier wanted)
      throws IOException {
    places.lock();
    try {
      if (!wanted.getAsBoolean()) {
        return false;
      }
      if (makeFolder(folder)) {
        sync(root);
      }
      Files.move(unfinished, folder.resolve(id.text()), StandardCopyOption.ATOMIC_MOVE);
      return true;
    } finally {
      places.unlock();
    }
  }

  private static boolean makeFolder(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      return false;
    }
    Files.createDirectories(
        folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    return true;
  }

  @Override
  public List<Artifact> artifacts(String runId) {
    Path folder = folder(runId);
    ArtifactFile form = new ArtifactFile(runId, sealing);
    List<Artifact> found = new ArrayList<>();
    try {
      for (Path file : list(folder)) {
        ArtifactId id = ArtifactId.parse(name(file));
        Artifact artifact = id == null ? null : read(form, id, file);
        if (artifact != null) {
          found.add(artifact);
        }
      }
    } catch (IOException e) {
      throw failed(e);
    }
    found.sort((a, b) -> a.id().compareTo(b.id()));
    return found;
  }

  private static @Nullable Artifact read(ArtifactFile form, ArtifactId id, Path file)
      throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] start = in.readNBytes(LONGEST_LINE);
      int end = ArtifactFile.lineEnd(start);
      return end < 0 ? null : form.read(id, Arrays.copyOf(start, end), Files.size(file));
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  @Override
  public @Nullable String text(String runId, ArtifactId id) {
    Path file = folder(runId).resolve(id.text());
    try {
      return new ArtifactFile(runId, sealing).text(id, Files.readAllBytes(file));
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      throw failed(e);
    }
  }

  @Override
  public List<Bundle> all() {
    List<Bundle> bundles = new ArrayList<>();
    try {
      for (Path folder : list(root)) {
        String runId = name(folder);
        if (isRunId(runId)) {
          List<Artifact> artifacts = artifacts(runId);
          bundles.add(
              new Bundle(
                  runId,
                  bytes(folder),
                  artifacts.stream().mapToLong(Artifact::updatedAtMs).max().orElse(0)));
        }
      }
    } catch (IOException e) {
      throw failed(e);
    }
    return bundles;
  }

  /** With what is damaged: it takes room too. */
  private static long bytes(Path folder) throws IOException {
    long bytes = 0;
    for (Path file : list(folder)) {
      try {
        bytes += Files.size(file);
      } catch (NoSuchFileException _) {
        // Somebody has just removed the bundle.
      }
    }
    return bytes;
  }

  @Override
  public long remove(String runId) {
    Path folder = folder(runId);
    places.lock();
    try {
      long bytes = bytes(folder);
      for (Path file : list(folder)) {
        Files.deleteIfExists(file);
      }
      Files.deleteIfExists(folder);
      return bytes;
    } catch (IOException e) {
      throw failed(e);
    } finally {
      places.unlock();
    }
  }

  private Path folder(String runId) {
    if (!isRunId(runId)) {
      throw new IllegalArgumentException("not the id of a run: " + runId);
    }
    return root.resolve(runId);
  }

  private static boolean isRunId(String name) {
    return Ulid.keyOf(RUN, name).isPresent();
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.toList();
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static String name(Path path) {
    return String.valueOf(path.getFileName());
  }

  private static void sync(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (NoSuchFileException _) {
      // The bundle was removed right behind; there is nothing left to last.
    }
  }

  private static StoreFailure failed(IOException e) {
    return new StoreFailure("the debug bundles cannot be used: " + e.getMessage(), e);
  }
}
