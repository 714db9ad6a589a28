package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdpoint.blackbox.DaemonProcess;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands that take their time, on a real terminal and through a pipe. */
@Timeout(300)
class ProgressIT {
  @TempDir private Path folder;

  private Map<String, String> here = Map.of();

  private String terminal(String... args) throws Exception {
    try (OnTerminal screen = OnTerminal.start(folder, here, args)) {
      assertThat(screen.ends()).as(screen.shown()).isZero();
      return screen.raw();
    }
  }

  private Typed.Outcome piped(String... args) throws Exception {
    Typed.Outcome outcome = new Typed(folder).run(here, "", args);
    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
    assertThat(outcome.err()).as("nothing but the result").isEmpty();
    return outcome;
  }

  private static List<String> with(String flag, String... args) {
    List<String> all = new ArrayList<>(Arrays.asList(args));
    all.add(flag);
    return all;
  }

  @Test
  @DisplayName("PG-83 backup, restore, export and verify say on a terminal how far they are")
  void PG_83_progress_is_shown_on_a_terminal_and_nowhere_else() throws Exception {
    tell(20_000_000, "2[0-9]", "4[0-9]");
  }

  @Test
  @Tag("long")
  @DisplayName("PG-83 the same with 200 MB")
  void PG_83_progress_of_200_MB() throws Exception {
    tell(200_000_000, "20[0-9]", "40[0-9]");
  }

  /**
   * @param bytes that are no work to make: the file has none of them on the disk
   * @param once what a backup has to read, in megabytes, as a pattern
   * @param twice what a restore has to read and write
   */
  private void tell(long bytes, String once, String twice) throws Exception {
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/script")),
        "script (util-linux) is needed for a pseudo-terminal");
    String first = folder.resolve("first.zip").toString();
    String second = folder.resolve("second.zip").toString();
    String ledger = folder.resolve("ledger.ndjson").toString();
    try (DaemonProcess daemon = DaemonProcess.start(folder.resolve("daemon"))) {
      here = Map.of("HOLDPOINT_URL", daemon.address(), "HOLDPOINT_DATA", daemon.data().toString());
      try (RandomAccessFile large =
          new RandomAccessFile(daemon.data().resolve("large").toFile(), "rw")) {
        large.setLength(bytes);
      }
      assertThat(terminal("backup", "--to", first))
          .containsPattern("Backup  [0-9.]+ MB of at most " + once + "\\.[0-9] MB  [0-9]+ %")
          .contains(first);
      assertThat(piped("backup", "--to", second).out().strip()).isEqualTo(second);

      assertThat(terminal("audit", "export", "--to", ledger))
          .containsPattern("Export  [0-9]+ lines? of at most [0-9]+ lines?  [0-9]+ %");
      assertThat(terminal(with("--quiet", "audit", "export").toArray(String[]::new)))
          .contains("holdpoint-audit/2")
          .doesNotContain("Export  ");
    }
    here = Map.of();
    String size = "%.1f MB".formatted(Files.size(Path.of(ledger)) / 1_000_000.0);
    String shown = terminal("audit", "verify", ledger, "--json");
    assertThat(shown).contains("Verify  " + size + " of " + size);
    String verdict = piped("audit", "verify", ledger, "--json").out().strip();
    assertThat(shown.replace("\r\n", "\n")).contains(verdict);

    String one = folder.resolve("one").toString();
    String two = folder.resolve("two").toString();
    assertThat(terminal("restore", first, "--data", one))
        .containsPattern("Restore  [0-9.]+ MB of " + twice + "\\.[0-9] MB  100 %")
        .contains("were restored into");
    piped("restore", first, "--data", two);
    assertThat(Files.size(Path.of(one, "large"))).isEqualTo(bytes);
    for (String name : List.of("large", "holdpoint.db")) {
      assertThat(Files.exists(Path.of(one, name))).isEqualTo(Files.exists(Path.of(two, name)));
    }
    assertThat(Files.mismatch(Path.of(one, "large"), Path.of(two, "large"))).isEqualTo(-1);
  }
}
