package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdpoint.blackbox.DaemonProcess;
import dev.holdpoint.blackbox.Http;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that take their time, on a terminal and elsewhere. */
class ProgressIT {
  private static final int MIB = 1 << 20;

  @TempDir private Path folder;

  @Test
  @DisplayName("PG-83 progress shows on a terminal alone, and the result is the same either way")
  void PG_83_progress_is_for_terminals() throws Exception {
    backsUpRestoresAndExports(16, 4);
  }

  @Test
  @Tag("long")
  @DisplayName("PG-83 the same with 200 MB")
  void PG_83_progress_of_two_hundred_megabytes() throws Exception {
    backsUpRestoresAndExports(200, 200);
  }

  private void backsUpRestoresAndExports(int fileMib, int inputMib) throws Exception {
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/script")),
        "script (util-linux) is needed for a pseudo-terminal");
    try (DaemonProcess daemon = DaemonProcess.start(folder.resolve("one"))) {
      fill(daemon, fileMib, inputMib);
      Map<String, String> at =
          Map.of("HOLDPOINT_URL", daemon.address(), "HOLDPOINT_DATA", daemon.data().toString());

      String shown = typed(at, "backup", "--to", file("typed.zip"));
      assertThat(shown)
          .containsPattern("\r\u001b\\[KBackup {2}[\\d.]+ MB of at most [\\d.]+ MB {2}\\d+ %");
      silent(piped(at, "backup", "--to", file("piped.zip")).err());
      silent(typed(at, "backup", "--quiet", "--to", file("quiet.zip")));
      assertThat(entries("typed.zip"))
          .isEqualTo(entries("piped.zip"))
          .isEqualTo(entries("quiet.zip"));

      // The daemon writes down that it was exported, so no two exports are equal.
      shown = typed(at, "audit", "export", "--to", file("typed.ndjson"));
      assertThat(shown)
          .containsPattern("\r\u001b\\[KExport {2}\\d+ lines? of at most \\d+ lines? {2}\\d+ %");
      silent(piped(at, "audit", "export", "--to", file("piped.ndjson")).err());
      silent(typed(at, "audit", "export", "--quiet", "--to", file("quiet.ndjson")));
      for (String one : List.of("typed.ndjson", "piped.ndjson", "quiet.ndjson")) {
        silent(piped(at, "audit", "verify", file(one)).err());
      }

      shown = typed(at, "audit", "verify", file("typed.ndjson"));
      assertThat(shown)
          .containsPattern("\r\u001b\\[KVerify {2}[\\d.]+ [kKM]?B of [\\d.]+ [kKM]?B {2}\\d+ %");
    }
    String shown = typed(Map.of(), "restore", file("typed.zip"), "--data", file("typed"));
    assertThat(shown).containsPattern("\r\u001b\\[KRestore {2}[\\d.]+ MB of [\\d.]+ MB {2}\\d+ %");
    silent(piped(Map.of(), "restore", file("typed.zip"), "--data", file("piped")).err());
    silent(typed(Map.of(), "restore", "--quiet", file("typed.zip"), "--data", file("quiet")));
    assertThat(files("typed")).isEqualTo(files("piped")).isEqualTo(files("quiet"));
  }

  /** A file that nothing can make smaller, and decided requests of a megabyte each. */
  private static void fill(DaemonProcess daemon, int fileMib, int inputMib) throws IOException {
    Http http = daemon.http();
    http.session("s");
    byte[] random = new byte[fileMib * MIB];
    new Random(7).nextBytes(random);
    Files.write(Files.createDirectories(daemon.workspace("s")).resolve("large"), random);
    for (int i = 0; i < inputMib; i++) {
      String text = Integer.toString(i).repeat(MIB - 100).substring(0, MIB - 100);
      String run =
          http.post(
                  "/v1/sessions/s/approval-requests",
                  "{\"tool_name\":\"deploy\",\"input\":{\"notes\":\"%s\"},\"reason\":\"why\"}"
                      .formatted(text))
              .expect(201)
              .json()
              .path("run_id")
              .asString();
      http.approve(run);
    }
  }

  private String file(String name) {
    return folder.resolve(name).toString();
  }

  /** All that a person sees at a terminal. */
  private String typed(Map<String, String> environment, String... args) throws Exception {
    try (OnTerminal terminal = OnTerminal.start(folder, environment, args)) {
      assertThat(terminal.ends()).as(terminal.shown()).isZero();
      return terminal.raw();
    }
  }

  private Typed.Outcome piped(Map<String, String> environment, String... args) throws Exception {
    Typed.Outcome outcome = new Typed(folder).run(environment, "", args);
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    return outcome;
  }

  private static void silent(String said) {
    assertThat(said).doesNotContain("\u001b[K", " %", " MB of ", " left");
  }

  /** What is in it, but for when it was made, and the ledger: that has each backup on record. */
  private Map<String, Long> entries(String archive) throws IOException {
    try (ZipFile zip = new ZipFile(file(archive))) {
      Map<String, Long> all = new TreeMap<>();
      for (ZipEntry entry :
          zip.stream()
              .filter(one -> !one.getName().matches("manifest.json|data/holdpoint.db"))
              .toList()) {
        all.put(entry.getName(), entry.getCrc());
      }
      return all;
    }
  }

  /** What is in a restored folder, but for the ledger: each restore begins a new life of it. */
  private Map<String, String> files(String data) throws Exception {
    Path top = folder.resolve(data);
    try (Stream<Path> found = Files.walk(top)) {
      Map<String, String> all = new TreeMap<>();
      for (Path one : found.filter(Files::isRegularFile).toList()) {
        if (one.getFileName().toString().matches("holdpoint\\..*|lock")) {
          continue;
        }
        all.put(top.relativize(one).toString(), digest(one));
      }
      return all;
    }
  }

  private static String digest(Path file) throws Exception {
    try (InputStream in = Files.newInputStream(file)) {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      in.transferTo(new DigestOutputStream(OutputStream.nullOutputStream(), sha256));
      return HexFormat.of().formatHex(sha256.digest());
    }
  }
}
