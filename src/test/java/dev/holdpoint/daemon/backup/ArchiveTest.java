package dev.holdpoint.daemon.backup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArchiveTest {
  @Test
  void a_long_line_about_damage_is_cut_so_that_the_backup_can_be_restored() {
    Archive archive = new Archive(OutputStream.nullOutputStream());
    archive.damage("short");
    archive.damage("x".repeat(5_000));

    assertThat(archive.damaged()).containsExactly("short", "x".repeat(500));
    Manifest manifest =
        new Manifest(
            Manifest.FORMAT, "1.0", 1, null, List.of(), List.of(), List.of(), archive.damaged());
    assertThat(ManifestCheck.fault(manifest, 2)).isNull();
  }
}
