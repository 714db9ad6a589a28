package dev.holdpoint.cli.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may read settings while they are written, and afterwards. */
class SettingsFileTest {
  @TempDir private Path folder;

  private static String rights(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void nobody_else_can_read_a_draft_before_it_has_the_rights_of_the_file() throws IOException {
    Path draft = folder.resolve("draft");
    try (FileChannel out =
        SettingsFile.draft(draft, PosixFilePermissions.fromString("rw-r--r--"))) {
      assertThat(out.isOpen()).isTrue();
      assertThat(rights(draft)).isEqualTo("rw-------");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-------", "rw-rw-r--"})
  void the_rights_of_the_file_come_back(String rights) throws IOException {
    Path file = Files.writeString(folder.resolve("settings.json"), "{}\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(rights));
    SettingsFile settings = SettingsFile.read(file);

    assertThat(settings.write("{\"model\":\"opus\"}\n")).isTrue();
    assertThat(Files.readString(file)).contains("opus");
    assertThat(rights(file)).isEqualTo(rights);
  }

  @Test
  void a_new_file_has_the_rights_of_any_other() throws IOException {
    Path file = folder.resolve("settings.json");
    SettingsFile settings = SettingsFile.read(file);

    assertThat(settings.write("{\"model\":\"opus\"}\n")).isTrue();
    assertThat(rights(file)).isEqualTo(rights(Files.createFile(folder.resolve("other"))));
  }

  @Test
  void a_link_to_where_nothing_is_yet_stays_a_link() throws IOException {
    Path second = Files.createSymbolicLink(folder.resolve("second"), Path.of("kept/new.json"));
    Path first = Files.createSymbolicLink(folder.resolve("first"), second);
    SettingsFile settings = SettingsFile.read(first);

    assertThat(settings.write("{\"model\":\"opus\"}\n")).isTrue();
    assertThat(first).isSymbolicLink();
    assertThat(second).isSymbolicLink();
    assertThat(Files.readString(folder.resolve("kept/new.json"))).contains("opus");
    assertThat(SettingsFile.read(first).text()).contains("opus");
  }

  @Test
  @DisplayName("AG-46 a file that somebody changes in the meantime is left alone")
  void a_file_that_was_changed_in_the_meantime_is_left_alone() throws IOException {
    Path file = Files.writeString(folder.resolve("settings.json"), "{}\n");
    SettingsFile settings = SettingsFile.read(file);
    Files.writeString(file, "{\"theirs\":1}\n");

    for (String after : new String[] {"{\"ours\":1}\n", null}) {
      assertThatThrownBy(() -> settings.write(after))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("was changed by another program");
    }
    assertThat(folder.toFile().list()).containsExactly("settings.json");
    assertThat(Files.readString(file)).contains("theirs");
  }

  @Test
  void a_link_in_a_circle_is_left_alone() throws IOException {
    Path circle = folder.resolve("circle");
    Files.createSymbolicLink(circle, circle);

    assertThatThrownBy(() -> SettingsFile.read(circle))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is a broken link; it was not changed");
    assertThat(circle).isSymbolicLink();
  }

  @Test
  @DisplayName("AG-45 a project's link does not lead out of the project")
  void a_link_out_of_the_project_is_refused() throws IOException {
    Path project = Files.createDirectories(folder.resolve("project"));
    Path own = Files.writeString(folder.resolve("mine.json"), "{}\n");
    Path file = Files.createSymbolicLink(project.resolve("a.json"), own);
    Path broken =
        Files.createSymbolicLink(project.resolve("b.json"), folder.resolve("not/there.json"));
    Files.createSymbolicLink(project.resolve(".codex"), folder);

    for (Path out : new Path[] {file, broken, project.resolve(".codex/new/hooks.json")}) {
      assertThatThrownBy(() -> SettingsFile.in(project, out))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("leads out of the project by a symbolic link")
          .hasMessageContaining("Nothing was written");
    }
    assertThat(SettingsFile.read(file).text()).isEqualTo("{}\n");

    // What stays in the project stays a link.
    Path kept = Files.createSymbolicLink(project.resolve("c.json"), Path.of("kept.json"));
    assertThat(SettingsFile.in(project, kept).write("{}\n")).isTrue();
    assertThat(kept).isSymbolicLink();
    assertThat(SettingsFile.in(project, project.resolve("new/d.json")).write("{}\n")).isTrue();
  }
}
