package dev.holdpoint.agent.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.run.Requirement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequiredFilesTest {
  private static final List<Requirement> NOTES = List.of(new Requirement("notes.md"));
  private static final List<Requirement> ANY = List.of(new Requirement(null));

  @TempDir Path folder = Path.of("");

  private RequiredFiles required() {
    return new RequiredFiles(new Workspaces(folder));
  }

  private Path workspace() throws IOException {
    return new Workspaces(folder).of("s");
  }

  private boolean isMissing(List<Requirement> what, List<String> marks) {
    return !required().missing("s", what, marks, System.currentTimeMillis()).isEmpty();
  }

  @Test
  void a_file_that_is_made_or_changed_is_written() throws IOException {
    List<String> before = required().marks("s", NOTES);
    assertThat(isMissing(NOTES, before)).isTrue();

    Path notes = Files.writeString(workspace().resolve("notes.md"), "one");
    assertThat(isMissing(NOTES, before)).isFalse();

    List<String> later = required().marks("s", NOTES);
    assertThat(isMissing(NOTES, later)).as("it was there before").isTrue();
    Files.writeString(notes, "two!");
    assertThat(isMissing(NOTES, later)).isFalse();
    Files.delete(notes);
    assertThat(isMissing(NOTES, later)).as("it is not there any more").isTrue();
  }

  @Test
  void the_same_text_written_again_is_written() throws IOException {
    Path notes = Files.writeString(workspace().resolve("notes.md"), "one");
    FileTime modified = Files.getLastModifiedTime(notes);
    List<String> before = required().marks("s", NOTES);

    AtomicWrite.to(notes, Files.readAllBytes(notes));
    Files.setLastModifiedTime(notes, modified);

    assertThat(isMissing(NOTES, before)).isFalse();
  }

  @Test
  void a_folder_or_a_way_out_is_no_file() throws IOException {
    List<String> before = required().marks("s", NOTES);
    Files.createDirectory(workspace().resolve("notes.md"));
    assertThat(isMissing(NOTES, before)).isTrue();

    Files.delete(workspace().resolve("notes.md"));
    Path outside = Files.writeString(folder.resolve("outside.md"), "x");
    Files.createSymbolicLink(workspace().resolve("notes.md"), outside);
    assertThat(isMissing(NOTES, before)).isTrue();
  }

  @Test
  void any_file_will_do_where_none_is_named_but_deleting_one_will_not() throws IOException {
    List<String> nothing = required().marks("s", ANY);
    assertThat(isMissing(ANY, nothing)).isTrue();
    Path old = Files.writeString(workspace().resolve("old"), "x");
    Files.writeString(workspace().resolve("older"), "x");
    assertThat(isMissing(ANY, nothing)).isFalse();

    List<String> before = required().marks("s", ANY);
    assertThat(isMissing(ANY, before)).isTrue();
    Files.delete(old);
    long startsLater = System.currentTimeMillis() + 60_000;
    assertThat(required().missing("s", ANY, before, startsLater)).isEqualTo(ANY);
    Files.writeString(Files.createDirectory(workspace().resolve("deep")).resolve("new"), "x");
    assertThat(isMissing(ANY, before)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/etc/passwd", "../x", "a/../../x", "a/..", ".", "./", "out/x", "out", "a\0b"})
  void a_path_that_leads_out_is_a_fault(String path) throws IOException {
    Files.createSymbolicLink(workspace().resolve("out"), folder);
    assertThat(required().fault("s", path)).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"notes.md", "deep/down/x", "./x", "ä b", "..x"})
  void a_path_inside_is_none_and_makes_no_folder(String path) {
    assertThat(required().fault("nobody", path)).isNull();
    assertThat(folder.resolve("nobody")).doesNotExist();
  }
}
