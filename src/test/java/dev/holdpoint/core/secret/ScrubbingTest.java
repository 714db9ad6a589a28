package dev.holdpoint.core.secret;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No form of a value survives, and what is none stays as it is. */
class ScrubbingTest {
  private static final String VALUE = "s3cr&t /väl\"ue+\\1";

  private static String scrub(String text, String... aliasesAndValues) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < aliasesAndValues.length; i += 2) {
      values.put(aliasesAndValues[i], aliasesAndValues[i + 1]);
    }
    return SecretValues.of(values).scrubbing().scrub(text);
  }

  // S1-38
  @ParameterizedTest
  @ValueSource(
      strings = {
        VALUE,
        "s3cr%26t%20%2Fv%C3%A4l%22ue%2B%5C1",
        "s3cr%26t%20%2fv%c3%a4l%22ue%2b%5c1",
        "s3cr%26t+%2Fv%C3%A4l%22ue%2B%5C1",
        "s3cr&t%20/v%C3%A4l%22ue+%5C1",
        "%73%33%63%72%26%74%20%2F%76%C3%A4%6C%22%75%65%2B%5C%31",
        "s3cr&t /väl\\\"ue+\\\\1",
        "s3cr&t \\/v\\u00e4l\\\"ue+\\\\1",
        "\\u0073\\u0033\\u0063\\u0072\\u0026\\u0074 /v\\u00E4l\\u0022ue+\\u005c1",
        "czNjciZ0IC92w6RsInVlK1wx",
        "733363722674202F76C3A46C2275652B5C31",
        "733363722674202f76c3a46c2275652b5c31",
        "73336372 2674202f\n76c3a46c 2275652b 5c31",
      })
  void every_form_of_a_value_is_taken_out(String form) {
    assertThat(scrub("before " + form + "\nafter", "KEY", VALUE))
        .isEqualTo("before [secret:KEY]\nafter");
    assertThat(scrub(form, "KEY", VALUE)).isEqualTo("[secret:KEY]");
  }

  @ParameterizedTest
  @CsvSource({
    "nothing here, nothing here",
    "s3cr&, s3cr&",
    "100%, 100%",
    "%4, %4",
    "a\\u00e, a\\u00e",
    "{{secret:KEY}}, {{secret:KEY}}",
  })
  void what_is_no_value_stays(String text, String expected) {
    assertThat(scrub(text, "KEY", VALUE)).isEqualTo(expected);
  }

  @Test
  void of_two_values_of_which_one_is_part_of_the_other_the_longer_is_named() {
    String[] both = {"SHORT", "hunter2", "LONG", "my-hunter2-and-more"};

    assertThat(scrub("my-hunter2-and-more hunter2", both))
        .isEqualTo("[secret:LONG] [secret:SHORT]");
    assertThat(scrub("my-hunter2-and-les", both)).isEqualTo("my-[secret:SHORT]-and-les");
  }

  @Test
  void of_values_that_overlap_nothing_is_left() {
    assertThat(scrub("xabcdefx", "A", "abcd", "B", "cdefx")).isEqualTo("x[secret:B]");
    assertThat(scrub("abababx", "A", "abab")).isEqualTo("[secret:A]x");
  }

  @Test
  void values_beside_each_other_are_named_each() {
    assertThat(scrub("aaaabbbb", "A", "aaaa", "B", "bbbb")).isEqualTo("[secret:A][secret:B]");
  }

  @Test
  void base64_in_lines_is_found_as_well() {
    String value = "k".repeat(20) + "0123456789".repeat(20);
    String mime = Base64.getMimeEncoder().encodeToString(("x" + value + "yz").getBytes(UTF_8));

    assertThat(scrub(mime, "KEY", value)).matches("eG\\[secret:KEY]l5eg==");
  }

  @Test
  void base64_in_a_url_is_found_as_well() {
    String value = "\u00ff\u00fe?>~~~";
    String encoded = Base64.getEncoder().encodeToString(value.getBytes(UTF_8));

    assertThat(encoded).containsAnyOf("+", "/");
    assertThat(scrub(URLEncoder.encode(encoded, UTF_8), "KEY", value)).isEqualTo("[secret:KEY]");
    assertThat(scrub(encoded.replace("/", "\\/"), "KEY", value)).isEqualTo("[secret:KEY]");
  }

  private static String value(Random random) {
    String letters = "abcABC019 +/=%&\"\\\n\t'<>{}$:;äß€😀\u0001";
    int[] points = letters.codePoints().toArray();
    StringBuilder value = new StringBuilder();
    int length = 6 + random.nextInt(random.nextInt(8) == 0 ? 400 : 40);
    for (int i = 0; i < length; i++) {
      value.appendCodePoint(points[random.nextInt(points.length)]);
    }
    return value.toString();
  }

  private static String escaped(Random random, String value, int how) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        text.append(how == 0 ? "\\" + c : unit(random, c));
      } else if (c == '/') {
        text.append(random.nextBoolean() ? "\\/" : "/");
      } else if (c < ' ' || (c > 126 && how > 0) || (how > 1 && random.nextBoolean())) {
        text.append(unit(random, c));
      } else {
        text.append(c);
      }
    }
    return text.toString();
  }

  private static String unit(Random random, char c) {
    String unit = "\\u%04x".formatted((int) c);
    return random.nextBoolean() ? unit : "\\u" + unit.substring(2).toUpperCase(Locale.ROOT);
  }

  private static String percent(Random random, String value) {
    StringBuilder text = new StringBuilder();
    for (byte b : value.getBytes(UTF_8)) {
      boolean plain = b > ' ' && b != '%' && b != '+' && random.nextBoolean();
      String hex = "%%%02x".formatted(b & 0xFF);
      text.append(
          plain
              ? String.valueOf((char) b)
              : random.nextBoolean() ? hex : hex.toUpperCase(Locale.ROOT));
    }
    return text.toString();
  }

  /** A text with the value in it, and the part of the text that must be gone. */
  private record Hidden(String text, String gone) {}

  private static Hidden hidden(Random random, String value) {
    byte[] bytes = value.getBytes(UTF_8);
    String form =
        switch (random.nextInt(9)) {
          case 0 -> value;
          case 1 -> HexFormat.of().formatHex(bytes);
          case 2 -> HexFormat.of().withUpperCase().formatHex(bytes);
          case 3 -> escaped(random, value, random.nextInt(3));
          case 4 -> percent(random, value);
          case 5 -> URLEncoder.encode(value, UTF_8);
          case 6 -> Base64.getEncoder().encodeToString(bytes);
          case 7 -> Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
          default -> "";
        };
    if (!form.isEmpty()) {
      return new Hidden("<<" + form + ">>", form);
    }
    byte[] around = new byte[random.nextInt(5) + bytes.length + random.nextInt(5)];
    random.nextBytes(around);
    int at = random.nextInt(around.length - bytes.length + 1);
    System.arraycopy(bytes, 0, around, at, bytes.length);
    String all = Base64.getEncoder().encodeToString(around);
    return new Hidden(all, all.substring((at * 8 + 5) / 6, (at + bytes.length) * 8 / 6));
  }

  // S1-38
  @Test
  void no_form_of_a_random_value_survives_any_chunking() {
    for (int seed = 0; seed < 1_500; seed++) {
      Random random = new Random(seed);
      Map<String, String> values = new TreeMap<>();
      for (int i = random.nextInt(3); i >= 0; i--) {
        values.put("KEY" + i, value(random));
      }
      Scrubbing scrubbing = SecretValues.of(values).scrubbing();
      StringBuilder text = new StringBuilder("start ");
      List<String> gone = new ArrayList<>();
      for (String value : values.values()) {
        Hidden hidden = hidden(random, value);
        text.append(hidden.text).append(" and \u00e9 ");
        gone.add(hidden.gone);
      }
      text.append("end");

      String whole = scrubbing.scrub(text.toString());

      assertThat(whole).as("seed %d", seed).startsWith("start ").endsWith(" and \u00e9 end");
      for (String form : gone) {
        assertThat(whole).as("seed %d", seed).doesNotContain(form);
      }
      assertThat(whole).as("seed %d", seed).contains("[secret:KEY");
      assertThat(chunked(random, scrubbing, text.toString())).as("seed %d", seed).isEqualTo(whole);
    }
  }

  private static String chunked(Random random, Scrubbing scrubbing, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    ScrubbingStream stream = scrubbing.stream();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int at = 0;
    while (at < bytes.length) {
      int length = Math.min(1 + random.nextInt(7), bytes.length - at);
      stream.write(bytes, at, length, out::write);
      at += length;
    }
    stream.end(out::write);
    return out.toString(UTF_8);
  }

  @Test
  void bytes_without_a_value_come_out_as_they_went_in() {
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      Scrubbing scrubbing = SecretValues.of(Map.of("KEY", "q" + value(random))).scrubbing();
      byte[] noise = new byte[random.nextInt(2_000)];
      random.nextBytes(noise);

      assertThat(scrubbing.scrub(noise)).as("seed %d", seed).isEqualTo(noise);
      String chars = new String(noise, ISO_8859_1).replace('q', 'p');
      assertThat(chunked(random, scrubbing, chars)).as("seed %d", seed).isEqualTo(chars);
    }
  }

  @Test
  void a_value_that_repeats_itself_costs_no_more_than_its_text() {
    String value = "a".repeat(32 * 1024);
    String nearly = ("a".repeat(32 * 1024 - 1) + "b").repeat(16);
    // What others do on the machine meanwhile does not count.
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadCpuTime();

    assertThat(scrub(nearly, "KEY", value)).isEqualTo(nearly);

    assertThat(Duration.ofNanos(threads.getCurrentThreadCpuTime() - before))
        .isLessThan(Duration.ofSeconds(20));
    assertThat(scrub("b" + value + "b", "KEY", value)).isEqualTo("b[secret:KEY]b");
  }

  @Test
  void two_hundred_long_values_are_looked_for_at_once() {
    Random random = new Random(7);
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < 200; i++) {
      byte[] bytes = new byte[6 * 1024];
      random.nextBytes(bytes);
      values.put("KEY" + i, HexFormat.of().formatHex(bytes));
    }
    String text = "x".repeat(10_000) + values.get("KEY137") + "y";

    assertThat(SecretValues.of(values).scrubbing().scrub(text))
        .isEqualTo("x".repeat(10_000) + "[secret:KEY137]y");
  }
}
