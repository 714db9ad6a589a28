package dev.holdpoint.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.daemon.TypedHere.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is not exactly what was backed up is not restored, and leaves nothing behind. */
class RestoreRefusalTest {
  @TempDir private Path folder;
  private Path archive;

  @BeforeEach
  void back_up() {
    archive = folder.resolve("good.zip");
    try (TestDaemon daemon = TestDaemon.start(folder.resolve("data"), Map.of())) {
      daemon.http().session("s");
      Outcome made =
          TypedHere.at(
              daemon.address(),
              daemon.tokenFile().toString(),
              "backup",
              "--to",
              archive.toString());
      assertThat(made.exitCode()).as(made.toString()).isZero();
    }
  }

  private void refused(Path bad, String why) {
    Path data = folder.resolve("restored");
    Outcome outcome = TypedHere.run("restore", bad.toString(), "--data", data.toString());

    assertThat(outcome.exitCode()).as(outcome.toString()).isEqualTo(1);
    assertThat(outcome.err()).contains(why);
    assertThat(outcome.err().lines()).hasSize(1);
    assertThat(data).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({"0", "100", "-1", "-30", "-2000"})
  void a_file_that_breaks_off(int length) throws Exception {
    byte[] all = Files.readAllBytes(archive);
    Path cut = folder.resolve("cut.zip");
    Files.write(cut, Arrays.copyOf(all, length < 0 ? all.length + length : length));

    refused(cut, "is not a complete backup (");
  }

  @Test
  void any_changed_byte_of_the_ledger() throws Exception {
    Map<String, byte[]> entries = entries();
    byte[] ledger = Objects.requireNonNull(entries.get("data/holdpoint.db"));
    ledger[ledger.length / 2] ^= 1;

    refused(written(entries), "holdpoint.db does not match its checksum");
  }

  @Test
  void bytes_that_were_changed_in_the_file_itself() throws Exception {
    byte[] all = Files.readAllBytes(archive);
    for (int i = 200; i < 260; i++) {
      all[i] ^= 0x55;
    }
    Path changed = folder.resolve("changed.zip");
    Files.write(changed, all);

    refused(changed, "is damaged");
  }

  @Test
  void a_file_that_is_missing_or_was_added() throws Exception {
    Map<String, byte[]> missing = entries();
    missing.remove("data/admin-token");
    refused(written(missing), "is damaged");

    Map<String, byte[]> added = entries();
    added.put("data/holdpoint.yaml", "host: 0.0.0.0\n".getBytes(StandardCharsets.UTF_8));
    refused(written(added), "its files do not match its manifest");
  }

  @ParameterizedTest
  @CsvSource({"../../evil", "/etc/evil", "a/../../b", "./c", "''"})
  void names_that_lead_out_of_the_folder(String name) throws Exception {
    Map<String, byte[]> entries = entries();
    entries.put("data/" + name, entries.remove("data/admin-token"));
    manifest(entries, "\"admin-token\"", "\"" + name + "\"");

    refused(written(entries), "leads out of the folder");
  }

  @ParameterizedTest
  @CsvSource({
    "'\"mode\" : \"rw-------\"', '\"mode\" : \"rwsrwxrwx\"', is not of the form",
    "'\"mode\" : \"rw-------\"', '\"mode\" : null', is not of the form",
    "'\"bytes\" : ', '\"bytes\" : -', is negative",
    "'\"bytes\" : ', '\"bytes\" : 9', does not match its checksum",
    "'\"sha256\" : \"', '\"sha256\" : \"X', is not a digest",
    "'\"last_event_id\" : ', '\"last_event_id\" : 9', does not match its manifest",
    "'\"schema_version\" : ', '\"schema_version\" : 9', does not match its manifest",
    "'\"ledger_id\" : \"', '\"ledger_id\" : \"x', does not match its manifest",
    "'\"admin-token\"', '\"lock\"', must not be in a backup",
    "'\"admin-token\"', null, leads out of the folder",
    "'\"links\" : [ ]', '\"links\":[{\"path\":\"x\",\"target\":\"\"}]', has no target",
    "'\"links\" : [ ]', '\"links\":[{\"path\":\"a\\\\nb\",\"target\":null}]', has no target"
  })
  // PF-86
  void every_forged_member_of_the_manifest_is_told_in_one_sentence(
      String part, String other, String why) throws Exception {
    Map<String, byte[]> entries = entries();
    manifest(entries, part, other);

    refused(written(entries), why);
  }

  @Test
  void what_would_be_written_through_a_link() throws Exception {
    Map<String, byte[]> entries = entries();
    entries.put("data/x/admin-token", entries.remove("data/admin-token"));
    manifest(entries, "\"admin-token\"", "\"x/admin-token\"");
    manifest(entries, "\"links\" : [ ]", "\"links\":[{\"path\":\"x\",\"target\":\"/tmp\"}]");

    refused(written(entries), "is below a link");
  }

  @Test
  void an_archive_of_a_later_format_or_of_something_else() throws Exception {
    Map<String, byte[]> later = entries();
    manifest(later, "\"format\" : 1", "\"format\" : 2");
    refused(written(later), "restore it with the program that made it");

    refused(
        written(new LinkedHashMap<>(Map.of("a", new byte[3]))),
        ": it is not a backup of Holdpoint");

    Map<String, byte[]> garbled = entries();
    manifest(garbled, "{", "");
    refused(written(garbled), "manifest.json cannot be read");
    refused(folder.resolve("none.zip"), "does not exist");
  }

  @Test
  void a_folder_in_which_something_is_or_a_daemon_runs() throws Exception {
    Path used = Files.createDirectories(folder.resolve("used"));
    Files.writeString(used.resolve("notes"), "mine");
    Outcome outcome = TypedHere.run("restore", archive.toString(), "--data", used.toString());
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err()).contains("is not empty");
    try (Stream<Path> left = Files.list(used)) {
      assertThat(left).containsExactly(used.resolve("notes"));
    }

    try (TestDaemon daemon = TestDaemon.start(folder.resolve("data"), Map.of())) {
      assertThat(daemon.address()).isNotEmpty();
      assertThat(
              TypedHere.run(
                      "restore", archive.toString(), "--data", folder.resolve("data").toString())
                  .err())
          .contains("is not empty");
    }
  }

  @Test
  void an_empty_folder_is_as_it_was_after_a_ledger_that_cannot_be_used() throws Exception {
    Map<String, byte[]> entries = entries();
    byte[] ledger = "no database at all".repeat(100).getBytes(StandardCharsets.UTF_8);
    String sha256 = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(ledger));
    entries.put("data/holdpoint.db", ledger);
    String json = new String(entries.get("manifest.json"), StandardCharsets.UTF_8);
    entries.put(
        "manifest.json",
        json.replaceFirst(
                "(?s)(\"holdpoint.db\",\\s*\"bytes\" : )[0-9]+(,\\s*\"sha256\" : )\"[0-9a-f]+\"",
                "$1" + ledger.length + "$2\"" + sha256 + "\"")
            .getBytes(StandardCharsets.UTF_8));
    Path empty = Files.createDirectories(folder.resolve("empty"));

    Outcome outcome =
        TypedHere.run("restore", written(entries).toString(), "--data", empty.toString());

    assertThat(outcome.exitCode()).as(outcome.toString()).isEqualTo(1);
    assertThat(outcome.err()).contains("The ledger cannot be used");
    assertThat(empty).isEmptyDirectory();
  }

  private Map<String, byte[]> entries() throws IOException {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    try (ZipFile zip = new ZipFile(archive.toFile())) {
      for (ZipEntry entry : zip.stream().toList()) {
        try (InputStream in = zip.getInputStream(entry)) {
          entries.put(entry.getName(), in.readAllBytes());
        }
      }
    }
    return entries;
  }

  private static void manifest(Map<String, byte[]> entries, String part, String other) {
    String json = new String(entries.get("manifest.json"), StandardCharsets.UTF_8);
    assertThat(json).contains(part);
    entries.put("manifest.json", json.replace(part, other).getBytes(StandardCharsets.UTF_8));
  }

  private Path written(Map<String, byte[]> entries) throws IOException {
    Path file = folder.resolve("bad.zip");
    try (OutputStream out = Files.newOutputStream(file);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue());
      }
    }
    return file;
  }
}
