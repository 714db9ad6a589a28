package dev.holdpoint.store.doc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.port.failure.Damaged;
import dev.holdpoint.store.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShorthandTest {
  private static final Path GOLDEN = Path.of("src/test/resources/documents/golden.txt");
  private static final Path PHRASES =
      Path.of("src/main/resources/dev/holdpoint/store/doc/phrases-1.txt");

  private static String again(String document) {
    return Shorthand.read("Run", Shorthand.of(document));
  }

  private static int bytes(String text) {
    return text.getBytes(UTF_8).length;
  }

  @Test
  void every_kind_of_document_comes_back_as_it_was_and_is_never_longer() throws IOException {
    List<String> all =
        Files.readAllLines(GOLDEN).stream()
            .map(line -> line.substring(line.indexOf(' ') + 1))
            .toList();
    assertThat(all).hasSizeGreaterThan(100);
    for (String document : all) {
      assertThat(again(document)).isEqualTo(document);
      assertThat(bytes(Shorthand.of(document))).isLessThanOrEqualTo(bytes(document));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "\u0001",
        "Gr\u00fc\u00dfe \u0080 \u07ff \u0800 \ud83c\udf0d"
            + " \u0000\u0001\u0002\u0003\u0004\u0005\u007f\t\r\n"
            + " half a pair: \ud83d",
        "0123456789abcdef",
        "half a pair alone: \ud83d, and is it a question?",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
      })
  void any_text_comes_back_as_it_was(String text) {
    for (String around : List.of("", "{\"text\":\"", "x".repeat(200) + text)) {
      String document = "{" + around + text + around + "\"}]";
      assertThat(again(document)).isEqualTo(document);
    }
  }

  @Test
  void texts_made_of_all_that_has_a_meaning_come_back_as_they_were() {
    Random random = new Random(28);
    String phrases =
        IntStream.range(0, 40)
            .mapToObj(i -> Phrases.first().text(random.nextInt(Phrases.first().count())))
            .collect(Collectors.joining());
    for (int round = 0; round < 2_000; round++) {
      StringBuilder text = new StringBuilder();
      while (text.length() < 300) {
        switch (random.nextInt(6)) {
          case 0 -> text.append((char) random.nextInt(0x900));
          case 1 -> text.append(Digests.sha256Hex(new byte[] {(byte) random.nextInt(5)}));
          case 2 -> text.append(text.substring(random.nextInt(text.length() + 1)));
          case 3 -> text.append((char) (' ' + random.nextInt(95)));
          case 4 -> text.appendCodePoint(0x1F300 + random.nextInt(100));
          default -> {
            int from = random.nextInt(phrases.length());
            text.append(phrases, from, Math.min(phrases.length(), from + random.nextInt(60)));
          }
        }
      }
      String document = "{" + text;
      assertThat(again(document)).isEqualTo(document);
    }
  }

  @Test
  void a_parked_run_takes_less_than_half() {
    Run run = Samples.parked(1, 2, 3, null);
    String body = Documents.body(run);
    assertThat(bytes(Shorthand.of(body))).isLessThan(bytes(body) / 2);
    assertThat(Documents.run(Shorthand.of(body), Shorthand.of(Documents.text(run.head()))))
        .isEqualTo(run);
  }

  @Test
  void what_people_wrote_is_found_as_they_wrote_it() {
    String words = "the quick brown fox jumps over the lazy dog, at 17:30";
    String document =
        "{\"run\":{\"state\":{\"type\":\"running\"},\"updated_at_ms\":1795061234567,\"started_at_ms\":1795061234567},\"said\":\""
            + words
            + "\"}";
    assertThat(Shorthand.of(document)).startsWith("\u0001").contains(words);
  }

  @Test
  void a_changed_character_is_noticed_and_takes_no_heap() {
    String body = Documents.body(Samples.parked(1, 2, 3, null));
    String stored = Shorthand.of(body);
    for (int at = 0; at < stored.length(); at++) {
      for (char other : "\u0001\u0002\u0003\u0004\u0005~\u0080\u07ff".toCharArray()) {
        String changed = stored.substring(0, at) + other + stored.substring(at + 1);
        if (!changed.equals(stored)) {
          assertThatThrownBy(() -> Documents.run(changed, null)).isInstanceOf(Damaged.class);
        }
      }
      String cut = stored.substring(0, at);
      assertThatThrownBy(() -> Documents.run(cut, null)).isInstanceOf(Damaged.class);
    }
  }

  /** A few bytes that unfold for ever. */
  @Test
  void what_unfolds_to_more_than_was_ever_shortened_is_damaged() {
    String bomb = "\u0001" + "x" + "\u0002 !~".repeat(Shorthand.LONGEST / 50);
    assertThatThrownBy(() -> Shorthand.read("Run", bomb)).isInstanceOf(Damaged.class);
  }

  @Test
  void a_long_document_stays_as_it_is() {
    String document = "{\"text\":\"" + "\",\"id\":\"run_01".repeat(Shorthand.LONGEST / 10) + "\"}";
    assertThat(Shorthand.of(document)).isSameAs(document);
  }

  /** Ledgers are read with it. A better list is another one, under the next number. */
  @Test
  void the_list_of_phrases_never_changes() throws IOException {
    assertThat(Digests.sha256Hex(Files.readAllBytes(PHRASES)))
        .isEqualTo("c19758341bce25884025315b9777ba8bad1a095a8ed2cb93c334d42cb44399f4");
    List<String> phrases = Files.readAllLines(PHRASES);
    assertThat(phrases).doesNotHaveDuplicates().hasSizeLessThanOrEqualTo(Signs.MOST_PHRASES);
    assertThat(phrases)
        .allSatisfy(phrase -> assertThat(phrase).matches("[ -~]{" + Phrases.KEY + ",}"));
  }
}
