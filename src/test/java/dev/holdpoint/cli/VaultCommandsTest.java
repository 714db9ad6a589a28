package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The key of the vault, looked at and changed by hand. */
class VaultCommandsTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void the_key_is_told_apart_and_changed_and_never_shown() throws Exception {
    try (Desk desk = new Desk(folder.resolve("data"))) {
      String before = desk.json("vault", "status").path("key_id").asString();
      assertThat(before).matches("[0-9a-f]{16}");
      assertThat(desk.type("vault", "status").out())
          .contains(before, "source      file", "secrets     0");

      assertThat(desk.json("vault", "rotate").path("key_id").asString())
          .matches("[0-9a-f]{16}")
          .isNotEqualTo(before);
      assertThat(desk.type("vault", "rotate").exitCode()).isZero();
    }
  }
}
