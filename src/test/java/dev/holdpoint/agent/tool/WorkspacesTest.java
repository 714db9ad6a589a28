package dev.holdpoint.agent.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkspacesTest {
  @TempDir Path folder;

  @Test
  void every_session_has_a_folder_of_its_own_under_the_root() throws Exception {
    List<String> ids =
        List.of(
            "ses_1",
            "SES_1",
            ".",
            "..",
            "...",
            ".a",
            "a.",
            "a b",
            "a%b",
            "a%0020b",
            "ä",
            "a\u0308",
            "\ud83d",
            "\ud83c",
            "\ud83d\ude00",
            "~",
            "",
            "-",
            "日本".repeat(100),
            "日本".repeat(99) + "日木",
            "a".repeat(200),
            "a".repeat(199) + "b",
            "/etc",
            "a/../b",
            "a\0b");
    Workspaces workspaces = new Workspaces(folder.resolve("root"));
    List<Path> paths = ids.stream().map(id -> catching(workspaces, id)).toList();
    assertThat(paths).doesNotHaveDuplicates();
    assertThat(paths)
        .allSatisfy(
            path -> {
              assertThat(path).isDirectory().hasParent(folder.resolve("root"));
              String name = String.valueOf(path.getFileName());
              assertThat(name).doesNotStartWith(".");
              assertThat(name.getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(255);
            });
    assertThat(workspaces.of("ä")).isEqualTo(workspaces.of("ä"));
  }

  private static Path catching(Workspaces workspaces, String id) {
    try {
      return workspaces.of(id);
    } catch (java.io.IOException e) {
      throw new AssertionError(id, e);
    }
  }
}
