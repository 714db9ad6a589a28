package dev.holdpoint.ui;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.world.CallPreview.FileChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
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
    return text + (!isWhole && placed.path("ends").asBoolean() && !text.isEmpty() ? "\n" : "");
  }

  @Test
  @DisplayName("PG-37 PG-48 an edit's lines give both of its texts back, at their real numbers")
  void PG_37_an_edit_gives_its_texts_back() {
    Random random = new Random(37);
    List<Edit> edits = new ArrayList<>();
    for (int i = 0; i < EDITS; i++) {
      String file =
          IntStream.rangeClosed(1, 40)
              .mapToObj(line -> "line %d of %d\n".formatted(line, random.nextInt(1_000_000)))
              .collect(Collectors.joining());
      int from = random.nextInt(file.length() - 60);
      String old = file.substring(from, from + 14 + random.nextInt(40));
      int kept = random.nextInt(old.length());
      String now =
          switch (i % 4) {
            case 0 -> "";
            case 1 -> old.substring(0, kept) + "new\nlines\n" + old.substring(kept);
            case 2 -> "other";
            default -> old.replace("of", "in");
          };
      if (file.indexOf(old) == file.lastIndexOf(old) && !now.equals(old)) {
        edits.add(new Edit(file, old, now));
      }
    }
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
    assertThat(found).isGreaterThan(edits.size() * 9 / 10);
  }
}
