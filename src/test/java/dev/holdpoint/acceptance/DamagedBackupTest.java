package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Script;
import dev.holdpoint.daemon.TestDaemon;
import dev.holdpoint.daemon.TypedHere;
import dev.holdpoint.daemon.doctor.BackupCheck;
import dev.holdpoint.daemon.doctor.DoctorFinding;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;

/** What backups say of damage; those of PostgreSQL are pg_dump's. */
class DamagedBackupTest {
  private static void execute(Path folder, String sql) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("holdpoint.db"));
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  void a_backup_that_holds_damage_says_so() throws Exception {
    Path folder = Database.newFolder();
    Path backups = Database.newFolder();
    try (TestDaemon daemon = TestDaemon.start(folder, Map.of())) {
      Http http = daemon.http();
      http.session("work");
      http.awaitRun(http.submit("work", Script.say("the words are changed")), "completed");
      String[] backup = {
        "backup", "--to", backups.toString(), "--url", daemon.address(), "--data", folder.toString()
      };
      assertThat(TypedHere.run(backup).exitCode()).isZero();
      execute(
          folder, "UPDATE runs SET doc = replace(doc, 'words are changed', 'words were changed')");
      backup[2] = backups.resolve("second.zip").toString();
      TypedHere.Outcome damaged = TypedHere.run(backup);
      assertThat(damaged.exitCode()).isEqualTo(8);
      assertThat(damaged.err()).contains("holds what was damaged before", "runs ");
    }
    Path cut = backups.resolve("cut.zip");
    byte[] whole = Files.readAllBytes(backups.resolve("second.zip"));
    // More than what stands between two files, of which nothing is used.
    for (int i = 0; i < 512; i++) {
      whole[whole.length / 3 + i] ^= 1;
    }
    Files.write(cut, whole);

    TypedHere.Outcome doctor =
        TypedHere.run(
            "doctor", "--deep", "--data", folder.toString(), "--backup", backups.toString());

    assertThat(doctor.exitCode()).isEqualTo(8);
    assertThat(doctor.out())
        .containsPattern("ok +backups +.*holdpoint-.*is what was backed up")
        .containsPattern("fail +backups +.*second.zip is whole, and what is in it was damaged")
        .containsPattern("fail +backups +The backup .*cut.zip is damaged");
    Path restored = Database.newFolder().resolve("new");
    TypedHere.Outcome restore =
        TypedHere.run(
            "restore", backups.resolve("second.zip").toString(), "--data", restored.toString());
    assertThat(restore.exitCode()).isZero();
    assertThat(restore.out()).contains("was damaged when the backup was made");
  }

  private static Path old(Path file) throws IOException {
    return Files.setLastModifiedTime(file, FileTime.fromMillis(1));
  }

  /** Backups come into the folder, and leave it, while the daemon reads there. */
  @Test
  void a_backup_that_comes_or_goes_while_others_are_read_is_no_damage() throws Exception {
    Path folder = Database.newFolder();
    Path backups = Database.newFolder();
    Path good = backups.resolve("a.zip");
    try (TestDaemon daemon = TestDaemon.start(folder, Map.of())) {
      TypedHere.Outcome made =
          TypedHere.run(
              "backup",
              "--to",
              good.toString(),
              "--url",
              daemon.address(),
              "--data",
              folder.toString());
      assertThat(made.exitCode()).isZero();
    }
    Path gone = old(Files.writeString(backups.resolve("b.zip"), "half of one"));
    Files.writeString(backups.resolve("c.zip"), "half of one, so far");
    Path half = old(Files.writeString(backups.resolve("d.zip"), "half of one, for ever"));
    Path foreign = backups.resolve("e.zip");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(foreign))) {
      zip.putNextEntry(new ZipEntry("pictures"));
    }
    old(foreign);
    OutputStream removing =
        new OutputStream() {
          @Override
          public void write(int one) throws IOException {
            Files.deleteIfExists(gone);
          }
        };

    List<DoctorFinding> findings = BackupCheck.look(backups, removing);

    assertThat(findings)
        .extracting(DoctorFinding::verdict)
        .containsExactly(
            DoctorFinding.Verdict.OK,
            DoctorFinding.Verdict.WARN,
            DoctorFinding.Verdict.FAIL,
            DoctorFinding.Verdict.FAIL);
    assertThat(findings.get(1).message()).contains("c.zip is being written");
    assertThat(findings.get(2).message()).contains(half.toString());
    assertThat(findings.get(2).remedy()).contains("remove this one");
    assertThat(findings.get(3).message()).contains("it is not a backup of Holdpoint");
    assertThat(findings.get(3).remedy()).doesNotContain("remove");
    assertThat(BackupCheck.look(backups))
        .as("one who asks is told of what is there")
        .extracting(DoctorFinding::verdict)
        .containsExactly(
            DoctorFinding.Verdict.OK,
            DoctorFinding.Verdict.FAIL,
            DoctorFinding.Verdict.FAIL,
            DoctorFinding.Verdict.FAIL);
  }
}
