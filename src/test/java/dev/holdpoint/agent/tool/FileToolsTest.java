package dev.holdpoint.agent.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.secret.SecretValues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileToolsTest {
  @TempDir Path folder;
  private ToolBench bench;
  private Path outside;

  @BeforeEach
  void prepare() throws IOException {
    bench = new ToolBench(folder);
    outside = Files.createDirectories(folder.resolve("outside"));
    Files.writeString(outside.resolve("secret.txt"), "secret");
  }

  @Test
  void a_file_is_written_read_and_edited() throws Exception {
    assertThat(bench.call("write_file", "path", "a/b/ü.txt", "content", "one two\n").toString())
        .isEqualTo("{\"path\":\"a/b/ü.txt\",\"bytes\":8}");
    bench.call("edit_file", "path", "a/b/ü.txt", "old", "two", "new", "drei €");
    assertThat(bench.call("read_file", "path", "./a//b/ü.txt").toString())
        .isEqualTo("{\"content\":\"one drei €\\n\"}");
    assertThat(bench.workspace.resolve("a/b").toFile().list()).containsExactly("ü.txt");
  }

  @Test
  void replacing_a_file_keeps_its_permissions() throws Exception {
    bench.write("run.sh", "old");
    Path file = bench.workspace.resolve("run.sh");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-x---"));
    bench.call("write_file", "path", "run.sh", "content", "new");
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rwxr-x---"));
    assertThat(file).hasContent("new");
  }

  @ParameterizedTest
  @CsvSource({
    "x,      `old` does not occur",
    "aa,     `old` occurs 3 times",
    "b,      `old` occurs 2 times",
    "'',     must not be empty"
  })
  void an_edit_needs_exactly_one_place(String old, String message) throws Exception {
    bench.write("f", "aaaa b b");
    assertThat(error(bench.call("edit_file", "path", "f", "old", old, "new", "y")))
        .contains(message);
    assertThat(bench.workspace.resolve("f")).hasContent("aaaa b b");
  }

  @Test
  void an_edit_leaves_bytes_alone_that_are_not_utf8() throws Exception {
    Path file = bench.workspace.resolve("f");
    Files.write(file, new byte[] {(byte) 0xFF, 'a', (byte) 0xC3});
    bench.call("edit_file", "path", "f", "old", "a", "new", "b");
    assertThat(file).hasBinaryContent(new byte[] {(byte) 0xFF, 'b', (byte) 0xC3});
  }

  @Test
  void searching_takes_linear_time_whatever_is_searched() throws Exception {
    bench.write("f", "a".repeat(4 << 20));
    assertThat(
            error(
                bench.call("edit_file", "path", "f", "old", "a".repeat(500_000) + "b", "new", "")))
        .contains("does not occur");
  }

  @Test
  void a_long_file_is_cut_between_characters_and_says_so() throws Exception {
    bench.write("f", "x" + "€".repeat(100_000));
    var result = bench.call("read_file", "path", "f");
    assertThat(result.path("content").stringValue()).isEqualTo("x" + "€".repeat(87_381));
    assertThat(result.path("cut").booleanValue()).isTrue();
    assertThat(result.path("size").longValue()).isEqualTo(300_001);
  }

  @Test
  void a_folder_is_listed_in_order_with_type_and_size() throws Exception {
    bench.write("b.txt", "12345");
    bench.write("a/x", "");
    Files.createSymbolicLink(bench.workspace.resolve("c"), outside);
    var entries = bench.call("list_files").path("entries");
    assertThat(entries.get(0).path("name").stringValue()).isEqualTo("a");
    assertThat(entries.get(0).path("type").stringValue()).isEqualTo("folder");
    assertThat(entries.get(1).toString())
        .isEqualTo("{\"name\":\"b.txt\",\"type\":\"file\",\"size\":5}");
    assertThat(entries.get(2).path("type").stringValue()).isEqualTo("link");
    assertThat(bench.call("list_files", "path", "a").path("entries").size()).isEqualTo(1);
  }

  @Test
  void a_full_folder_is_cut_and_says_so() throws Exception {
    for (int i = 0; i <= ListFilesTool.MAX_ENTRIES; i++) {
      Files.createFile(bench.workspace.resolve("%05d".formatted(i)));
    }
    var result = bench.call("list_files", "path", ".");
    assertThat(result.path("entries").size()).isEqualTo(ListFilesTool.MAX_ENTRIES);
    assertThat(result.path("entries").get(999).path("name").stringValue()).isEqualTo("00999");
    assertThat(result.path("cut").booleanValue()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/etc/passwd",
        "..",
        "../outside/secret.txt",
        "a/../../outside/secret.txt",
        "a/..",
        "x\0y",
        "link/secret.txt",
        "link/new.txt",
        "link/new/deep.txt",
        "file-link",
        "dangling",
        "dangling/deep",
        "inner/secret.txt",
        "loop",
        "/",
        "//etc",
        "./../x"
      })
  void no_tool_follows_a_path_out_of_the_workspace(String path) throws Exception {
    Path workspace = bench.workspace;
    Files.createSymbolicLink(workspace.resolve("link"), outside);
    Files.createSymbolicLink(workspace.resolve("file-link"), outside.resolve("secret.txt"));
    Files.createSymbolicLink(workspace.resolve("dangling"), outside.resolve("missing"));
    Files.createSymbolicLink(workspace.resolve("inner"), Path.of("link"));
    Files.createSymbolicLink(workspace.resolve("loop"), Path.of("loop"));

    error(bench.call("read_file", "path", path));
    error(bench.call("write_file", "path", path, "content", "x"));
    error(bench.call("edit_file", "path", path, "old", "secret", "new", "x"));
    error(bench.call("list_files", "path", path));
    error(bench.call("bash", "command", "echo hi > escaped", "cwd", path));

    assertThat(outside.toFile().list()).containsExactly("secret.txt");
    assertThat(outside.resolve("secret.txt")).hasContent("secret");
  }

  @Test
  void a_link_that_stays_inside_and_an_absolute_path_to_the_inside_are_fine() throws Exception {
    bench.write("real/f", "x");
    Files.createSymbolicLink(bench.workspace.resolve("l"), Path.of("real"));
    bench.call("write_file", "path", "l/f", "content", "y");
    assertThat(bench.workspace.resolve("real/f")).hasContent("y");
    assertThat(
            bench
                .call("read_file", "path", bench.workspace.resolve("real/f").toString())
                .path("content")
                .stringValue())
        .isEqualTo("y");
  }

  @Test
  void what_is_no_regular_file_is_not_opened() throws Exception {
    bench.call("bash", "command", "mkfifo pipe; mkdir d");
    assertThat(error(bench.call("read_file", "path", "pipe"))).contains("not a regular file");
    assertThat(error(bench.call("write_file", "path", "pipe", "content", ""))).contains("regular");
    assertThat(error(bench.call("read_file", "path", "d"))).contains("is a folder");
    assertThat(error(bench.call("write_file", "path", "d", "content", ""))).contains("is a folder");
    assertThat(error(bench.call("write_file", "path", ".", "content", ""))).contains("is a folder");
    assertThat(error(bench.call("read_file", "path", "gone"))).contains("There is no file `gone`");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      textBlock =
          """
          read_file  ~ []                                    ~ must be a JSON object
          read_file  ~ {}                                    ~ `path` is required
          read_file  ~ {"path":null}                         ~ `path` is required
          read_file  ~ {"path":1}                            ~ `path` must be a string
          read_file  ~ {"path":"a","pth":"b"}                ~ Unknown member `pth`
          write_file ~ {"path":"a"}                          ~ `content` is required
          write_file ~ {"path":"a","content":"\\ud800"}      ~ surrogate
          edit_file  ~ {"path":"a","old":"x"}                ~ `new` is required
          bash       ~ {"command":" "}                       ~ must not be blank
          bash       ~ {"command":"a\\u0000b"}               ~ NUL
          bash       ~ {"command":"ls","timeout_ms":0}       ~ from 1 to 600000
          bash       ~ {"command":"ls","timeout_ms":600001}  ~ from 1 to 600000
          bash       ~ {"command":"ls","timeout_ms":"1"}     ~ whole number
          bash       ~ {"command":"ls","timeout_ms":1.5}     ~ whole number
          bash       ~ {"command":"ls","cwd":"missing"}      ~ There is no folder `missing`
          """)
  void wrong_input_is_a_result_that_says_what_to_do(String tool, String input, String message)
      throws Exception {
    assertThat(error(bench.callRaw(tool, new Json(input)))).contains(message);
  }

  private static String error(tools.jackson.databind.JsonNode result) {
    assertThat(result.has("error")).as("%s", result).isTrue();
    return result.path("error").stringValue();
  }

  private String act(String tool, String members, ToolContext.LastLook look, String place)
      throws InterruptedException {
    ToolContext context =
        new ToolContext(bench.workspace, "run_1", "call_1", SecretValues.of(Map.of()));
    return ((LocalTool) Objects.requireNonNull(bench.tools.find(tool)))
        .run(new Json("{\"path\":\"way/key\"" + members + "}"), context.looking(look, place))
        .text();
  }

  /** A link that is moved once the intent is on record. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          edit_file  | ,"old":"old","new":"new"
          write_file | ,"content":"new"
          read_file  | ''
          """)
  @DisplayName("PG-32 a tool opens no other file than the one that was allowed")
  void PG_32_a_link_that_is_moved_before_the_tool_looks(String tool, String members)
      throws Exception {
    bench.write("open/key", "old");
    bench.write("secret/key", "old");
    Files.createSymbolicLink(bench.workspace.resolve("way"), Path.of("secret"));

    assertThat(act(tool, members, () -> {}, "open/key")).contains("Nothing was done");
    assertThat(bench.workspace.resolve("secret/key")).hasContent("old");
    assertThat(act(tool, members, () -> {}, "secret/key")).doesNotContain("Nothing was done");
  }

  @Test
  @DisplayName("PG-32 a link that is moved while the new text is written keeps both files")
  void PG_32_a_link_that_is_moved_before_the_file_is_replaced() throws Exception {
    bench.write("open/key", "old");
    bench.write("secret/key", "old");
    Path way = bench.workspace.resolve("way");
    Files.createSymbolicLink(way, Path.of("open"));
    ToolContext.LastLook swap =
        () -> {
          Files.delete(way);
          Files.createSymbolicLink(way, Path.of("secret"));
        };

    assertThat(act("edit_file", ",\"old\":\"old\",\"new\":\"new\"", swap, "open/key"))
        .contains("Nothing was done");
    assertThat(bench.workspace.resolve("open/key")).hasContent("old");
    assertThat(bench.workspace.resolve("secret/key")).hasContent("old");
  }
}
