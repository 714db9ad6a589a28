package dev.holdpoint.agent.skill;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.holdpoint.core.memory.LearningScope;
import dev.holdpoint.core.memory.Skill;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

class SkillFoldersTest {
  private final Logger logger = (Logger) LoggerFactory.getLogger(SkillFolders.class);
  private final ListAppender<ILoggingEvent> logged = new ListAppender<>();

  @TempDir private Path folder;

  @BeforeEach
  void listen() {
    logged.start();
    logger.addAppender(logged);
  }

  @AfterEach
  void leave() {
    logger.detachAppender(logged);
  }

  @Test
  void each_child_folder_with_a_skill_file_is_a_skill() throws IOException {
    write("release-notes", "name: release-notes\ndescription: Writes what changed", "# Do this");
    write("audit", "name: audit\ndescription: >\n  Looks\n  twice\nlicense: MIT", "");
    Files.createDirectories(folder.resolve("no-skill"));
    Files.writeString(folder.resolve("README.md"), "nothing");

    SkillFolders folders = new SkillFolders(List.of(folder));

    assertThat(folders.skills()).extracting(Skill::name).containsExactly("audit", "release-notes");
    Skill notes = folders.skills().get(1);
    assertThat(notes.description()).isEqualTo("Writes what changed");
    assertThat(notes.rollout()).isNull();
    assertThat(notes.scope()).isNull();
    assertThat(folders.text(notes)).isEqualTo("# Do this");
    assertThat(warnings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          rollout: active                                       |                   | ACTIVE
          rollout: shadow;scope: 'session:s 1'                  | session:s 1       | SHADOW
          rollout: active;source_scope: persona:ada             | persona:ada       | ACTIVE
          metadata:;  rollout: active;  scope: workspace:default | workspace:default | ACTIVE
          scope: session:s                                      | session:s         |
          """)
  void a_promoted_skill_says_how_far_it_is_and_whose(
      String more, String scope, Skill.Rollout rollout) throws IOException {
    write("promoted", "name: promoted\ndescription: d\n" + more.replace(";", "\n"), "x");

    Skill skill = new SkillFolders(List.of(folder)).skills().getFirst();

    assertThat(skill.rollout()).isEqualTo(rollout);
    assertThat(skill.scope()).isEqualTo(scope == null ? null : LearningScope.parse(scope));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          description: d                                 | 'name' is missing
          name: bad                                      | 'description' is missing
          name: bad;description: ''                      | 'description' is missing
          name: bad;description: [a]                     | 'description' is missing
          name: Bad;description: d                       | lowercase
          name: b--ad;description: d                     | single hyphens
          name: other;description: d                     | the folder is 'bad'
          name: bad;description: d;rollout: actve        | shadow or active
          name: bad;description: d;rollout: true         | shadow or active
          name: bad;description: d;scope: everybody      | session:ID
          name: bad;description: d;metadata: {scope: 'x:y'} | session:ID
          name: [                                        | not YAML
          just text                                      | 'key: value'
          """)
  void what_is_no_skill_is_passed_over_and_said_once(String front, String fault)
      throws IOException {
    write("bad", front.replace(";", "\n"), "x");
    write("good", "name: good\ndescription: d", "x");
    SkillFolders folders = new SkillFolders(List.of(folder));

    assertThat(folders.skills()).extracting(Skill::name).containsExactly("good");
    assertThat(folders.skills()).hasSize(1);

    assertThat(warnings()).singleElement().asString().contains("bad/SKILL.md").contains(fault);
  }

  @Test
  void a_file_without_front_matter_too_large_or_no_text_is_passed_over() throws IOException {
    Files.writeString(Files.createDirectories(folder.resolve("a")).resolve("SKILL.md"), "# Hi");
    write("b", "name: b\ndescription: d", "x".repeat(SkillFolders.MOST_BYTES));
    Files.write(
        Files.createDirectories(folder.resolve("c")).resolve("SKILL.md"), new byte[] {(byte) 0xC3});
    Files.createDirectories(folder.resolve("d").resolve("SKILL.md"));
    write("e", "name: e\ndescription: " + "d".repeat(1_025), "x");
    write("f".repeat(65), "name: " + "f".repeat(65) + "\ndescription: d", "x");

    assertThat(new SkillFolders(List.of(folder, folder.resolve("missing"))).skills()).isEmpty();
    assertThat(warnings()).hasSize(7);
  }

  @Test
  void a_link_that_leads_out_of_the_folder_is_not_followed(@TempDir Path elsewhere)
      throws IOException {
    Path real = Files.createDirectories(elsewhere.resolve("outside"));
    Files.writeString(real.resolve("SKILL.md"), "---\nname: outside\ndescription: d\n---\nx");
    Files.createSymbolicLink(folder.resolve("outside"), real);
    Path inner = Files.createDirectories(folder.resolve("inner"));
    Files.createSymbolicLink(inner.resolve("SKILL.md"), real.resolve("SKILL.md"));
    SkillFolders folders = new SkillFolders(List.of(folder));

    assertThat(folders.skills()).isEmpty();
    assertThat(warnings()).hasSize(2).allSatisfy(w -> assertThat(w).contains("leads out of"));
  }

  @Test
  void the_first_folder_wins_where_two_have_the_same_skill(@TempDir Path second)
      throws IOException {
    write("twice", "name: twice\ndescription: first", "1");
    Path other = Files.createDirectories(second.resolve("twice")).resolve("SKILL.md");
    Files.writeString(other, "---\nname: twice\ndescription: second\n---\n2");
    SkillFolders folders = new SkillFolders(List.of(folder, second));

    assertThat(folders.skills()).extracting(Skill::description).containsExactly("first");
    assertThat(folders.text(folders.skills().getFirst())).isEqualTo("1");
    assertThat(warnings()).singleElement().asString().contains(other.toString());
  }

  @Test
  void a_changed_file_is_read_again_and_a_removed_one_is_gone() throws IOException {
    Path file = write("notes", "name: notes\ndescription: before\nrollout: shadow", "x");
    SkillFolders folders = new SkillFolders(List.of(folder));
    Skill before = folders.skills().getFirst();

    Files.writeString(file, "---\nname: notes\ndescription: after\nrollout: active\n---\ny");
    Files.setLastModifiedTime(file, FileTime.fromMillis(before.changedAtMs() + 1));

    assertThat(folders.skills().getFirst().rollout()).isEqualTo(Skill.Rollout.ACTIVE);
    assertThat(folders.text(before)).as("what was listed is not what is there now").isNull();
    assertThat(folders.text(folders.skills().getFirst())).isEqualTo("y");

    Files.delete(file);
    assertThat(folders.skills()).isEmpty();
  }

  private List<String> warnings() {
    return logged.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  private Path write(String name, String front, String body) throws IOException {
    Path file = Files.createDirectories(folder.resolve(name)).resolve("SKILL.md");
    Files.writeString(file, "---\n" + front + "\n---\n" + body);
    return file;
  }
}
