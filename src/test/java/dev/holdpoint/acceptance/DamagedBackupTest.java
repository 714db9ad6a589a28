package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Script;
import dev.holdpoint.daemon.TestDaemon;
import dev.holdpoint.daemon.TypedHere;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
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
    whole[whole.length / 3] ^= 1;
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
}
