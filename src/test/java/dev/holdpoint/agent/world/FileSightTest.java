package dev.holdpoint.agent.world;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.agent.process.Posix;
import dev.holdpoint.core.world.Precondition;
import dev.holdpoint.core.world.Sighting;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

final class FileSightTest {
  /** Of the five bytes {@code hello}. */
  private static final String HELLO =
      "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";

  @TempDir Path folder;
  private Path workspace;

  @BeforeEach
  void makeWorkspace() throws IOException {
    workspace = Files.createDirectory(folder.resolve("w"));
  }

  private Sighting of(String name) {
    return FileSight.of(workspace, name, Precondition.LARGEST_FILE);
  }

  @Test
  void a_file_is_its_digest_and_size_and_what_is_missing_is_absent() throws IOException {
    Files.writeString(workspace.resolve("a"), "hello");
    assertThat(of("a")).isEqualTo(Sighting.file(HELLO, 5));
    assertThat(of("./a")).isEqualTo(Sighting.file(HELLO, 5));
    assertThat(of("b")).isEqualTo(Sighting.ABSENT);
    assertThat(of("no/such/folder")).isEqualTo(Sighting.ABSENT);
  }

  @Test
  // PF-13, PF-16
  void links_folders_and_ways_out_are_no_files() throws IOException {
    Files.writeString(workspace.resolve("a"), "hello");
    Files.createDirectory(workspace.resolve("d"));
    Files.createSymbolicLink(workspace.resolve("in"), Path.of("a"));
    Files.createSymbolicLink(workspace.resolve("out"), Path.of("/etc"));
    Files.createSymbolicLink(workspace.resolve("broken"), Path.of("nowhere"));
    assertThat(of("in")).isEqualTo(Sighting.LINK);
    assertThat(of("d")).isEqualTo(Sighting.FOLDER);
    for (String name : List.of("out/passwd", "../w/a", "/etc/passwd", "out", "broken")) {
      assertThat(of(name)).as(name).isEqualTo(Sighting.OUTSIDE);
    }
  }

  @Test
  // PF-16
  void a_file_over_64_MiB_is_not_read() throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(workspace.resolve("big").toFile(), "rw")) {
      file.setLength(Precondition.LARGEST_FILE + 1);
    }
    assertThat(of("big")).isEqualTo(Sighting.TOO_LARGE);
  }

  @Test
  void text_is_kept_only_of_the_file_that_was_measured() throws IOException {
    Files.writeString(workspace.resolve("a"), "hello");
    assertThat(FileSight.text(workspace, "a", HELLO)).isEqualTo("hello");
    assertThat(FileSight.text(workspace, "a", "00")).isNull();
    Files.write(workspace.resolve("b"), new byte[] {(byte) 0xff});
    assertThat(FileSight.text(workspace, "b", of("b").text())).isNull();
    Files.writeString(workspace.resolve("c"), "x".repeat(16 * 1024 + 1));
    assertThat(FileSight.text(workspace, "c", of("c").text())).isNull();
  }

  private String git(Path at, String... words) {
    try {
      java.util.ArrayList<String> command =
          new java.util.ArrayList<>(
              List.of("git", "-c", "user.name=a", "-c", "user.email=a@example.com"));
      command.addAll(List.of(words));
      Process process =
          new ProcessBuilder(command).directory(at.toFile()).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
      assertThat(process.waitFor()).as(said).isZero();
      return said;
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private Path repository() throws IOException {
    Path repository = Files.createDirectory(workspace.resolve("repo"));
    git(repository, "init", "-q", "-b", "main");
    git(repository, "commit", "-q", "--allow-empty", "-m", "one");
    return repository;
  }

  @Test
  // PF-14
  void the_head_is_read_from_loose_and_packed_references_and_when_it_is_detached()
      throws IOException {
    Path repository = repository();
    String one = git(repository, "rev-parse", "HEAD");
    assertThat(FileSight.head(workspace, "repo")).isEqualTo(Sighting.value(one));
    git(repository, "pack-refs", "--all");
    assertThat(repository.resolve(".git/refs/heads/main")).doesNotExist();
    assertThat(FileSight.head(workspace, "repo")).isEqualTo(Sighting.value(one));
    // A loose one goes before what is packed.
    git(repository, "commit", "-q", "--allow-empty", "-m", "two");
    String two = git(repository, "rev-parse", "HEAD");
    assertThat(FileSight.head(workspace, "repo")).isEqualTo(Sighting.value(two));
    git(repository, "checkout", "-q", one);
    assertThat(FileSight.head(workspace, "repo")).isEqualTo(Sighting.value(one));
  }

  @Test
  // PF-14
  void a_worktree_has_its_own_head_and_shares_references() throws IOException {
    Path repository = repository();
    git(repository, "worktree", "add", "-q", "-b", "side", "../tree");
    Path tree = workspace.resolve("tree");
    git(tree, "commit", "-q", "--allow-empty", "-m", "aside");
    String side = git(tree, "rev-parse", "HEAD");
    assertThat(FileSight.head(workspace, "tree")).isEqualTo(Sighting.value(side));
    assertThat(FileSight.head(workspace, "repo")).isNotEqualTo(Sighting.value(side));
    git(repository, "pack-refs", "--all");
    assertThat(FileSight.head(workspace, "tree")).isEqualTo(Sighting.value(side));
  }

  @Test
  void a_repository_elsewhere_or_without_a_commit_has_no_head() throws IOException {
    assertThat(FileSight.head(workspace, "")).isEqualTo(Sighting.NO_REPOSITORY);
    Path empty = Files.createDirectory(workspace.resolve("empty"));
    git(empty, "init", "-q");
    assertThat(FileSight.head(workspace, "empty")).isEqualTo(Sighting.NO_COMMIT);
    Path outside = Files.createDirectory(folder.resolve("outside"));
    git(outside, "init", "-q");
    git(outside, "commit", "-q", "--allow-empty", "-m", "one");
    Path inside = Files.createDirectory(workspace.resolve("inside"));
    Files.writeString(inside.resolve(".git"), "gitdir: " + outside.resolve(".git") + "\n");
    assertThat(FileSight.head(workspace, "inside")).isEqualTo(Sighting.OUTSIDE);
    Path bent = Files.createDirectory(workspace.resolve("bent"));
    git(bent, "init", "-q");
    Files.writeString(bent.resolve(".git/HEAD"), "ref: refs/../../../outside/.git/HEAD\n");
    assertThat(FileSight.head(workspace, "bent")).isEqualTo(Sighting.NO_COMMIT);
    Files.createSymbolicLink(
        workspace.resolve("bent/.git/refs/away"), outside.resolve(".git/refs"));
    Files.writeString(bent.resolve(".git/HEAD"), "ref: refs/away/heads/main\n");
    assertThat(FileSight.head(workspace, "bent")).isEqualTo(Sighting.OUTSIDE);
  }

  private void fifo(Path at) throws IOException {
    try {
      assertThat(new ProcessBuilder("mkfifo", at.toString()).start().waitFor()).isZero();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  // PF-13
  void PF_13_a_pipe_that_nobody_writes_to_is_not_waited_for() throws IOException {
    fifo(workspace.resolve("pipe"));
    assertThat(of("pipe")).isEqualTo(Sighting.SPECIAL);
    int descriptor = Posix.openWithoutWaiting(workspace.resolve("pipe").toString());
    assertThat(descriptor).isNotNegative();
    Posix.close(descriptor);
  }

  /** Where a look opened what was a file a moment ago it would wait for a writer, for ever. */
  @Test
  @Timeout(60)
  // PF-13
  void PF_13_a_pipe_that_takes_a_files_place_during_a_look_is_not_waited_for() throws Exception {
    Path file = workspace.resolve("a");
    Path plain = folder.resolve("plain");
    Path pipe = folder.resolve("pipe");
    Files.writeString(plain, "hello");
    fifo(pipe);
    Thread swaps =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (!Thread.currentThread().isInterrupted()) {
                    try {
                      for (Path next : List.of(plain, pipe)) {
                        Path link = folder.resolve("link");
                        Files.createLink(link, next);
                        Files.move(link, file, StandardCopyOption.ATOMIC_MOVE);
                      }
                    } catch (IOException e) {
                      throw new UncheckedIOException(e);
                    }
                  }
                });
    try {
      for (int i = 0; i < 3_000; i++) {
        assertThat(of("a"))
            .isIn(Sighting.file(HELLO, 5), Sighting.SPECIAL, Sighting.ABSENT, Sighting.UNREADABLE);
        FileSight.text(workspace, "a", HELLO);
      }
    } finally {
      swaps.interrupt();
      swaps.join();
    }
  }

  @Test
  // PF-14
  void PF_14_a_head_that_git_would_not_have_written_is_no_commit() throws IOException {
    Path repository = repository();
    Path git = repository.resolve(".git");
    String one = git(repository, "rev-parse", "HEAD");
    git(repository, "pack-refs", "--all");
    String packed = Files.readString(git.resolve("packed-refs"));
    Files.writeString(git.resolve("packed-refs"), "#" + "x".repeat(10_000) + "\n" + packed);
    assertThat(FileSight.head(workspace, "repo")).isEqualTo(Sighting.NO_COMMIT);
    Files.writeString(git.resolve("packed-refs"), packed);
    assertThat(FileSight.head(workspace, "repo")).isEqualTo(Sighting.value(one));

    Files.writeString(git.resolve("HEAD"), "ref: refs/heads/main" + " ".repeat(10_000));
    assertThat(FileSight.head(workspace, "repo")).isEqualTo(Sighting.NO_COMMIT);
    Files.writeString(git.resolve("HEAD"), "ref: refs/heads/round\n");
    Files.writeString(git.resolve("refs/heads/round"), "ref: refs/heads/round\n");
    assertThat(FileSight.head(workspace, "repo")).isEqualTo(Sighting.NO_COMMIT);
    Files.delete(git.resolve("HEAD"));
    fifo(git.resolve("HEAD"));
    assertThat(FileSight.head(workspace, "repo")).isEqualTo(Sighting.NO_COMMIT);
    Files.delete(git.resolve("HEAD"));
    Files.writeString(git.resolve("HEAD"), "ref: refs/heads/main\n");
    Files.delete(git.resolve("packed-refs"));
    fifo(git.resolve("packed-refs"));
    assertThat(FileSight.head(workspace, "repo")).isEqualTo(Sighting.NO_COMMIT);
  }

  /** git follows the link; the packed reference below it is another commit. */
  @Test
  // PF-14
  void PF_14_references_that_are_links_are_not_passed_over_and_not_followed() throws IOException {
    Path repository = repository();
    git(repository, "pack-refs", "--all");
    Path other = Files.createDirectory(workspace.resolve("other"));
    git(other, "init", "-q", "-b", "main");
    git(other, "commit", "-q", "--allow-empty", "-m", "theirs");
    Path main = repository.resolve(".git/refs/heads/main");
    Files.createSymbolicLink(main, other.resolve(".git/refs/heads/main"));
    assertThat(FileSight.head(workspace, "repo")).isEqualTo(Sighting.OUTSIDE);
    Files.delete(main);
    Files.delete(repository.resolve(".git/refs/heads"));
    Files.createSymbolicLink(
        repository.resolve(".git/refs/heads"), other.resolve(".git/refs/heads"));
    assertThat(FileSight.head(workspace, "repo")).isEqualTo(Sighting.OUTSIDE);
  }
}
