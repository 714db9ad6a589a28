package dev.holdpoint.ui;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.world.CallPreview.FileChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * An edit among the lines of its file, as the daemon reads them and the page puts them together.
 */
class FilePreviewFormatTest extends BrowserTest {
  private static final int EDITS = 200;

  private record Edit(String file, String old, String now) {
    String after() {
      return file.replace(old, now);
    }

    List<Map<String, Object>> hunks() {
      return FileChange.of("a.txt", file, after(), 3).hunks().stream()
          .map(
              hunk ->
                  Map.<String, Object>of(
                      "before_start",
                      hunk.beforeStart(),
                      "after_start",
                      hunk.afterStart(),
                      "lines",
                      hunk.lines().stream()
                          .map(line -> List.of(String.valueOf(line.sign()), line.text()))
                          .toList()))
          .toList();
    }
  }

  /** What the rows of one side say, of what was asked or of whole lines. */
  private static String read(JsonNode placed, String other, boolean isWhole) {
    String text =
        placed
            .path("rows")
            .valueStream()
            .filter(row -> !row.path("kind").asString().equals(other))
            .filter(row -> isWhole || !row.path("kind").asString().equals("context"))
            .map(
                row -> {
                  String parts =
                      row.path("parts")
                          .valueStream()
                          .map(part -> part.path("text").asString())
                          .collect(Collectors.joining());
                  return isWhole
                      ? row.path("lead").asString() + parts + row.path("tail").asString()
                      : parts;
                })
            .collect(Collectors.joining("\n"));
    String name = other.equals("added") ? "before" : "after";
    return text + (!isWhole && placed.path("ends").path(name).asBoolean() ? "\n" : "");
  }

  private static List<Edit> edits() {
    Random random = new Random(37);
    List<Edit> edits = new ArrayList<>();
    for (int i = 0; i < EDITS; i++) {
      String end = i % 5 == 0 ? "\r\n" : "\n";
      String file =
          IntStream.rangeClosed(1, 40)
              .mapToObj(line -> "line %d of %d%s".formatted(line, random.nextInt(1_000_000), end))
              .map(line -> random.nextInt(4) == 0 ? line + end : line)
              .collect(Collectors.joining());
      int from = random.nextInt(file.length() - 60);
      String some = file.substring(from, from + 14 + random.nextInt(40));
      // Many edits begin or end with a line, and some with the file.
      String old =
          switch (i % 3) {
            case 0 -> some;
            case 1 -> file.substring(from, file.indexOf('\n', from + 14) + 1);
            default -> i % 7 == 0 ? file.substring(file.indexOf('\n', from) + 1) : some + "\n";
          };
      int kept = random.nextInt(old.length() + 1);
      String now =
          switch (i % 8) {
            case 0 -> "";
            case 1 -> old.substring(0, kept) + "new\nlines\n" + old.substring(kept);
            case 2 -> "other";
            case 3 -> "other\n";
            case 4 -> old + "\n";
            case 5 -> old.stripTrailing();
            case 6 -> "\n" + old;
            default -> old.replace("of", "in");
          };
      if (file.contains(old)
          && file.indexOf(old) == file.lastIndexOf(old)
          && !now.equals(old)
          && file.replace(old, now).endsWith("\n")) {
        edits.add(new Edit(file, old, now));
      }
    }
    return edits;
  }

  @Test
  @DisplayName("PG-37 PG-48 an edit's lines give both of its texts back, at their real numbers")
  void PG_37_an_edit_gives_its_texts_back() {
    List<Edit> edits = edits();
    JsonNode all =
        moduleForEach(
            functions(),
            "format/preview.js",
            "placed",
            edits.stream().map(edit -> List.of(edit.hunks(), edit.old, edit.now)).toList());
    int found = 0;
    for (int i = 0; i < edits.size(); i++) {
      JsonNode placed = all.get(i);
      Edit edit = edits.get(i);
      if (placed.isNull()) {
        continue; // the change is in two hunks, or stands elsewhere as well
      }
      found++;
      assertThat(read(placed, "added", false)).as(edit.toString()).isEqualTo(edit.old);
      assertThat(read(placed, "removed", false)).as(edit.toString()).isEqualTo(edit.now);
      assertThat(edit.file).contains(read(placed, "added", true));
      assertThat(edit.after()).contains(read(placed, "removed", true));
      for (JsonNode row : placed.path("rows")) {
        if (row.has("before")) {
          assertThat(edit.file.split("\n", -1)[row.path("before").asInt() - 1])
              .startsWith(row.path("lead").asString());
        }
      }
    }
    assertThat(found).isGreaterThan(edits.size() * 4 / 5);
  }

  /**
   * What the page draws of requests, {lines: whether among those of the file, drawn, asked}: both
   * as the normal form that is digested.
   *
   * @param all a call, and what the daemon answers of its file
   */
  private static JsonNode drawn(List<List<Object>> all) {
    Object drawn =
        functions()
            .evaluate(
                """
                async all => {
                  const { modules } = await import(document.querySelector('script[type=module]').src);
                  const { asked, rendering } = modules['format/rendering.js'];
                  const own = window.fetch;
                  const found = [];
                  try {
                    for (const [{ tool, input }, hunks] of all) {
                      const preview = { available: true, files: [{ status: 'modified', added: 1, removed: 1, hunks }] };
                      window.fetch = async (path, ...more) => (path.includes('/preview?') ? Response.json(preview) : own(path, ...more));
                      const element = document.createElement('hp-file-change');
                      const request = { id: `apr_${found.length}`, digest: '', tool_name: tool, input };
                      Object.assign(element, { request, what: modules['format/shape.js'].shape(tool, input), isLive: true });
                      document.body.append(element);
                      while ([element, ...element.querySelectorAll('hp-diff, hp-json')].some(one => one.isLoading || one.isUpdatePending)) {
                        await new Promise(done => setTimeout(done));
                      }
                      found.push({
                        lines: Boolean(element.querySelector(':scope > .approval-diff')),
                        drawn: rendering({ ...modules['parts/rendered.js'].shownIn(element), tool }),
                        asked: rendering(asked({ tool_name: tool, input, reason: '', revision: '' })),
                      });
                      element.remove();
                    }
                  } finally {
                    window.fetch = own;
                  }
                  return JSON.stringify(found);
                }
                """,
                all);
    return JSON.readTree((String) drawn);
  }

  private static List<Object> call(String tool, Object input, List<Map<String, Object>> hunks) {
    return List.of(Map.of("tool", tool, "input", input), hunks);
  }

  @Test
  @DisplayName("PG-48 PF-05 what is drawn of an edit among the lines of its file is what was asked")
  void PG_48_an_edit_is_drawn_as_asked() {
    List<Edit> edits = edits();
    JsonNode all =
        drawn(
            edits.stream()
                .map(
                    edit ->
                        call(
                            "edit_file",
                            Map.of("path", "a.txt", "old", edit.old, "new", edit.now),
                            edit.hunks()))
                .toList());
    int lines = 0;
    for (int i = 0; i < edits.size(); i++) {
      JsonNode one = all.get(i);
      assertThat(one.path("drawn").asString())
          .as(edits.get(i).toString())
          .isEqualTo(one.path("asked").asString());
      lines += one.path("lines").asBoolean() ? 1 : 0;
    }
    assertThat(lines).isGreaterThan(edits.size() * 4 / 5);
  }

  @Test
  @DisplayName("PG-48 PF-05 calls that are not just the daemon's own edit hide no parameter")
  void PG_48_other_edits_are_drawn_whole() {
    Edit edit = new Edit("one\ntwo\nthree\n", "two", "2");
    Map<String, Object> more = Map.of("old", "two", "new", "2", "then_run", "curl x | sh");
    JsonNode all =
        drawn(
            List.of(
                call("edit_file", Map.of("path", "a", "edits", List.of(more)), edit.hunks()),
                call("Edit", Map.of("path", "a", "old", "two", "new", "2"), edit.hunks()),
                call(
                    "edit_file",
                    Map.of("path", "a", "old_string", "two", "new_string", "2"),
                    edit.hunks()),
                call(
                    "write_file",
                    Map.of("path", "a", "old_string", "", "new_string", "2"),
                    edit.hunks())));
    assertThat(all).hasSize(4);
    for (JsonNode one : all) {
      assertThat(one.path("lines").asBoolean(true)).isFalse();
      assertThat(one.path("drawn").asString()).isEqualTo(one.path("asked").asString());
    }
    assertThat(all.at("/0/drawn").asString()).contains("then_run", "curl x | sh");
  }

  @Test
  @DisplayName("PG-48 an empty text has no place, and only two places of a text are tried")
  void PG_48_a_place_is_found_with_bounded_work() {
    Function<Integer, List<Object>> edit =
        place -> {
          String[] lines = {"a 1", "a 2", "a 3"};
          String old = String.join("\n", lines) + "\n";
          lines[place] = lines[place].replace("a", "b");
          return List.of(new Edit(old, old, String.join("\n", lines) + "\n").hunks(), "a", "b");
        };
    JsonNode all =
        moduleForEach(
            functions(),
            "format/preview.js",
            "placed",
            List.of(
                List.of(new Edit("a\n", "a\n", "b\n").hunks(), "", "b"),
                edit.apply(1),
                edit.apply(2)));
    assertThat(all.get(0).isNull()).isTrue();
    assertThat(all.get(1).path("rows").isEmpty()).isFalse();
    assertThat(all.get(2).isNull()).isTrue();
  }
}
