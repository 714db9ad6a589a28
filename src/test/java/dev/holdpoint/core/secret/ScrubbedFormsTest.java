package dev.holdpoint.core.secret;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** PF-79: a PEM that was wrapped anew and every further encoding, whole and byte by byte. */
class ScrubbedFormsTest {
  private static final String VALUE = "s3cr&t /väl\"ue+=\\1";
  private static final byte[] DER = der();
  private static final String PEM =
      "-----BEGIN PRIVATE KEY-----\n"
          + Base64.getMimeEncoder(64, "\n".getBytes(UTF_8)).encodeToString(DER)
          + "\n-----END PRIVATE KEY-----\n";
  private static final String BODY = Base64.getEncoder().encodeToString(DER);

  private static byte[] der() {
    byte[] der = new byte[1_200];
    new Random(79).nextBytes(der);
    return der;
  }

  private static String wrapped(String text, int width, String between) {
    return IntStream.rangeClosed(0, (text.length() - 1) / width)
        .mapToObj(i -> text.substring(i * width, Math.min(text.length(), (i + 1) * width)))
        .collect(Collectors.joining(between));
  }

  private static String pem(int width, String between) {
    return "-----BEGIN PRIVATE KEY-----"
        + between
        + wrapped(BODY, width, between)
        + between
        + "-----END PRIVATE KEY-----";
  }

  static Stream<String> pems() {
    return Stream.of(
        PEM.strip(),
        pem(40, "\n"),
        pem(5_000, ""),
        pem(64, "\n    "),
        pem(64, "\n\t"),
        pem(64, "\r\n"),
        pem(40, "\r\n  "),
        pem(64, "\\n"),
        pem(64, "\\r\\n"),
        pem(64, "\\\\n"),
        pem(40, "\\u000a"),
        pem(64, "\\n\\\n"),
        pem(64, " ").replace("/", "\\/"),
        // Without its first and last line.
        wrapped(BODY, 40, "\n"),
        wrapped(BODY, 76, "\r\n"),
        HexFormat.of().formatHex(DER),
        HexFormat.of().withUpperCase().formatHex(DER),
        HexFormat.ofDelimiter(":").formatHex(DER),
        wrapped(HexFormat.of().formatHex(DER), 60, "\n"));
  }

  private static Stream<Byte> bytes(String value) {
    byte[] bytes = value.getBytes(UTF_8);
    return IntStream.range(0, bytes.length).mapToObj(i -> bytes[i]);
  }

  private static String each(String value, IntFunction<String> form) {
    return bytes(value).map(one -> form.apply(one & 0xFF)).collect(Collectors.joining());
  }

  private static String base32(byte[] bytes) {
    StringBuilder bits = new StringBuilder();
    for (byte one : bytes) {
      bits.append(Integer.toBinaryString((one & 0xFF) | 0x100).substring(1));
    }
    bits.append("0".repeat((5 - bits.length() % 5) % 5));
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < bits.length(); i += 5) {
      text.append(
          "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".charAt(Integer.parseInt(bits.substring(i, i + 5), 2)));
    }
    return text + "=".repeat((8 - text.length() % 8) % 8);
  }

  /** What a program prints, a character for each byte. */
  static Stream<String> forms() {
    String base32 = base32(VALUE.getBytes(UTF_8));
    String twice = URLEncoder.encode(URLEncoder.encode(VALUE, UTF_8), UTF_8);
    String quoted = each(VALUE, b -> b == ' ' || b > 126 || b == '=' ? "=%02X".formatted(b) : s(b));
    return Stream.of(
        base32,
        base32.replace("=", ""),
        base32.toLowerCase(java.util.Locale.ROOT),
        wrapped(base32, 10, "\n"),
        each(VALUE, "\\x%02x"::formatted),
        each(VALUE, "\\x%02X"::formatted),
        each(VALUE, b -> b > 126 || b == '"' || b == '\\' ? "\\x%02x".formatted(b) : s(b)),
        each(VALUE, "\\%03o"::formatted),
        each(VALUE, b -> b > 126 || b == '"' || b == '\\' ? "\\%03o".formatted(b) : s(b)),
        each(VALUE, " %03o"::formatted).strip(),
        latin(UTF_8).replace("&", "&amp;").replace("\"", "&quot;"),
        VALUE.replace("&", "&#38;").replace("\"", "&#34;").replace("ä", "&#xe4;"),
        VALUE.codePoints().mapToObj("&#%d;"::formatted).collect(Collectors.joining()),
        VALUE.codePoints().mapToObj("&#x%X;"::formatted).collect(Collectors.joining()),
        quoted,
        wrapped(each(VALUE, "=%02X"::formatted), 9, "=\r\n"),
        wrapped(each(VALUE, "=%02X"::formatted), 12, "=\n"),
        twice,
        twice.replace("+", "%2520").replace("%2B", "%2520"),
        each(VALUE, "%%25%02x"::formatted),
        latin(UTF_16LE),
        latin(UTF_16BE),
        Base64.getEncoder().encodeToString(VALUE.getBytes(UTF_16LE)),
        Base64.getEncoder().encodeToString(VALUE.getBytes(UTF_16BE)),
        // A character of Latin-1 as one byte.
        latin(ISO_8859_1),
        VALUE.replace("\\", "\\\\").replace("\"", "\\\"").replace("ä", "\\xe4"),
        URLEncoder.encode(VALUE, ISO_8859_1),
        VALUE.replace(" ", "%20").replace("ä", "%E4"),
        HexFormat.of().formatHex(VALUE.getBytes(ISO_8859_1)),
        Base64.getEncoder().encodeToString(VALUE.getBytes(ISO_8859_1)),
        VALUE.codePoints().mapToObj("%%u%04X"::formatted).collect(Collectors.joining()),
        VALUE.codePoints().mapToObj("&#%d"::formatted).collect(Collectors.joining()),
        VALUE.codePoints().mapToObj("&#x%x"::formatted).collect(Collectors.joining()),
        // As printf %q prints it, in a terminal of UTF-8.
        utf8("s3cr\\&t\\ /väl\\\"ue+=\\\\1"),
        utf8(wrapped(VALUE, 5, "\u001b[01;31m\u001b[K")),
        utf8(wrapped(VALUE, 4, "\u001b[38;2;255;128;0m")),
        each(VALUE, "0x%02x, "::formatted).replaceAll(", $", ""),
        each(VALUE, "0x%02X,\n  "::formatted).replaceAll(",\n  $", ""),
        each(VALUE, "%d,"::formatted).replaceAll(",$", ""),
        each(VALUE, b -> (byte) b + ", ").replaceAll(", $", ""),
        wrapped(Base64.getEncoder().encodeToString(VALUE.getBytes(UTF_8)), 4, " "),
        wrapped(Base64.getEncoder().encodeToString(VALUE.getBytes(UTF_8)), 5, "\n\t "));
  }

  private static String s(int b) {
    return String.valueOf((char) b);
  }

  /** The bytes of the value in this charset. */
  private static String latin(Charset charset) {
    return new String(VALUE.getBytes(charset), ISO_8859_1);
  }

  private static String utf8(String text) {
    return new String(text.getBytes(UTF_8), ISO_8859_1);
  }

  private static String scrub(Scrubbing scrubbing, String text) {
    return new String(scrubbing.scrub(text.getBytes(ISO_8859_1)), ISO_8859_1);
  }

  private static String byteByByte(Scrubbing scrubbing, String text) {
    ScrubbingStream stream = scrubbing.stream();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte one : text.getBytes(ISO_8859_1)) {
      stream.write(new byte[] {one}, 0, 1, out::write);
    }
    stream.end(out::write);
    return out.toString(ISO_8859_1);
  }

  private static Scrubbing of(String value) {
    return SecretValues.of(Map.of("KEY", value)).scrubbing();
  }

  @ParameterizedTest
  @MethodSource("pems")
  void PF_79_a_PEM_is_found_however_it_is_wrapped(String form) {
    for (String value : List.of(PEM, PEM.replace("\n", "\r\n"), PEM.replace("\n", "\\n"))) {
      Scrubbing scrubbing = of(value);
      String clean = scrub(scrubbing, "{\"key\": \"" + form + "\"} ok");
      assertThat(clean).matches("\\{\"key\": \"\\[secret:KEY](\\\\n)?\"} ok");
      assertThat(byteByByte(scrubbing, "{\"key\": \"" + form + "\"} ok")).isEqualTo(clean);
    }
  }

  @ParameterizedTest
  @MethodSource("forms")
  void PF_79_every_further_form_of_a_value_is_found(String form) {
    Scrubbing scrubbing = of(VALUE);
    String clean = scrub(scrubbing, "before " + form + " after");
    assertThat(clean).isEqualTo("before [secret:KEY] after");
    assertThat(byteByByte(scrubbing, "before " + form + " after")).isEqualTo(clean);
  }

  /** What these programs print of "ab: ", the value and a line break. */
  @SuppressWarnings("StringConcatToTextBlock") // Blanks at the end of a line are part of a dump.
  static Stream<Arguments> dumps() {
    return Stream.of(
        Arguments.of(
            "xxd",
            "00000000: 6162 3a20 7333 6372 2674 202f 76c3 a46c  ab: s3cr&t /v..l\n"
                + "00000010: 2275 652b 3d5c 310a                      \"ue+=\\1.\n"),
        Arguments.of(
            "xxd -g1",
            "00000000: 61 62 3a 20 73 33 63 72 26 74 20 2f 76 c3 a4 6c  ab: s3cr&t /v..l\n"
                + "00000010: 22 75 65 2b 3d 5c 31 0a                          \"ue+=\\1.\n"),
        Arguments.of(
            "xxd -e",
            "00000000: 203a6261 72633373 2f207426 6ca4c376  ab: s3cr&t /v..l\n"
                + "00000010: 2b657522 0a315c3d                    \"ue+=\\1.\n"),
        Arguments.of(
            "xxd -c 8",
            "00000000: 6162 3a20 7333 6372  ab: s3cr\n"
                + "00000008: 2674 202f 76c3 a46c  &t /v..l\n"
                + "00000010: 2275 652b 3d5c 310a  \"ue+=\\1.\n"),
        Arguments.of(
            "hexdump -C",
            "00000000  61 62 3a 20 73 33 63 72  26 74 20 2f 76 c3 a4 6c  |ab: s3cr&t /v..l|\n"
                + "00000010  22 75 65 2b 3d 5c 31 0a                           |\"ue+=\\1.|\n"
                + "00000018\n"),
        Arguments.of(
            "hexdump",
            "0000000 6261 203a 3373 7263 7426 2f20 c376 6ca4\n"
                + "0000010 7522 2b65 5c3d 0a31                    \n"
                + "0000018\n"),
        Arguments.of(
            "hexdump -c",
            "0000000   a   b   :       s   3   c   r   &   t       /   v 303 244   l\n"
                + "0000010   \"   u   e   +   =   \\   1  \\n                                \n"
                + "0000018\n"),
        Arguments.of(
            "od",
            "0000000 061141 020072 031563 071143 072046 027440 141566 066244\n"
                + "0000020 072442 025545 056075 005061\n"
                + "0000030\n"),
        Arguments.of(
            "od -c",
            "0000000   a   b   :       s   3   c   r   &   t       /   v 303 244   l\n"
                + "0000020   \"   u   e   +   =   \\   1  \\n\n"
                + "0000030\n"),
        Arguments.of(
            "od -b",
            "0000000 141 142 072 040 163 063 143 162 046 164 040 057 166 303 244 154\n"
                + "0000020 042 165 145 053 075 134 061 012\n"
                + "0000030\n"),
        Arguments.of(
            "od -x",
            "0000000 6261 203a 3373 7263 7426 2f20 c376 6ca4\n"
                + "0000020 7522 2b65 5c3d 0a31\n"
                + "0000030\n"),
        Arguments.of(
            "od -An -tx1",
            " 61 62 3a 20 73 33 63 72 26 74 20 2f 76 c3 a4 6c\n" + " 22 75 65 2b 3d 5c 31 0a\n"),
        Arguments.of(
            "od -An -c",
            "   a   b   :       s   3   c   r   &   t       /   v 303 244   l\n"
                + "   \"   u   e   +   =   \\   1  \\n\n"),
        Arguments.of(
            "od -tx1z -Ax",
            "000000 61 62 3a 20 73 33 63 72 26 74 20 2f 76 c3 a4 6c  >ab: s3cr&t /v..l<\n"
                + "000010 22 75 65 2b 3d 5c 31 0a                          >\"ue+=\\1.<\n"
                + "000018\n"),
        Arguments.of(
            "od -tx4",
            "0000000 203a6261 72633373 2f207426 6ca4c376\n"
                + "0000020 2b657522 0a315c3d\n"
                + "0000030\n"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("dumps")
  void PF_79_a_value_is_found_in_a_dump_with_the_text_beside_it(String program, String dump) {
    Scrubbing scrubbing = of(VALUE);
    String clean = scrub(scrubbing, "before\n" + dump + "after\n");
    assertThat(clean)
        .matches("before\n([0-9]+:? +| +)[0-9ab :]*\\[secret:KEY]\n([0-9]+\n)?after\n");
    assertThat(byteByByte(scrubbing, "before\n" + dump + "after\n")).isEqualTo(clean);
    // Text between the lines belongs to no dump, and what is no dump of the value stays.
    String apart = dump.replaceFirst("\n", "\n--- and then ---\n");
    assertThat(scrub(scrubbing, apart)).isEqualTo(apart);
    assertThat(scrub(of("another value"), dump)).isEqualTo(dump);
  }

  @Test
  void PF_79_base64_is_found_when_it_is_encoded_twice() {
    for (String value : List.of(VALUE, PEM)) {
      for (int before = 0; before < 4; before++) {
        byte[] around = ("x".repeat(before) + value + "y").getBytes(UTF_8);
        byte[] once = Base64.getEncoder().encode(around);
        assertThat(scrub(of(value), Base64.getEncoder().encodeToString(once)))
            .as("%d bytes before", before)
            .matches("[A-Za-z0-9+/]{0,12}\\[secret:KEY][A-Za-z0-9+/=]{0,14}");
      }
      byte[] lines = Base64.getMimeEncoder(76, new byte[] {'\n'}).encode(value.getBytes(UTF_8));
      assertThat(scrub(of(value), Base64.getMimeEncoder().encodeToString(lines)))
          .matches("\\[secret:KEY][A-Za-z0-9+/=]{0,8}");
    }
  }

  @Test
  void PF_79_what_a_shell_quotes_is_found_in_any_of_its_ways() {
    Scrubbing scrubbing = of("it's my $ecret");
    for (String form :
        List.of(
            "it\\'s\\ my\\ \\$ecret",
            "'it'\\''s my $ecret'",
            "'it'\"'\"'s my $ecret'",
            "\"it's my \\$ecret\"",
            "$'it\\'s my $ecret'")) {
      assertThat(scrub(scrubbing, "+ echo " + form + " x"))
          .as(form)
          .matches("\\+ echo [$'\"]*\\[secret:KEY]['\"]* x");
    }
    assertThat(scrub(of("a'b"), "ab a b")).isEqualTo("ab a b");
  }

  @Test
  void memory_is_bounded_in_lists_dumps_and_colours() {
    for (String endless :
        List.of("0x73, ".repeat(1) + " ".repeat(5_000), "s\u001b[m" + "\u001b[m".repeat(5_000))) {
      ScrubbingStream stream = of(VALUE).stream();
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      byte[] bytes = endless.getBytes(UTF_8);
      stream.write(bytes, 0, bytes.length, out::write);
      assertThat(out.size()).isGreaterThan(bytes.length / 2);
    }
    String line = "00000000: 7333 " + "7 ".repeat(5_000);
    ScrubbingStream stream = of(VALUE).stream();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    stream.write(line.getBytes(UTF_8), 0, line.length(), out::write);
    assertThat(out.size()).isGreaterThan(line.length() - 400);
  }

  @Test
  void PF_79_each_longer_line_of_a_value_is_found_by_itself() {
    Scrubbing scrubbing = of("first: 0123456789abcdef\nshort\r\n  0123456789-second-line\n");
    assertThat(scrub(scrubbing, "x first: 0123456789abcdef y\nshort\n0123456789-second-line!"))
        .isEqualTo("x [secret:KEY] y\nshort\n[secret:KEY]!");
    List<String> left = new ArrayList<>();
    for (String line : PEM.lines().toList()) {
      String clean = scrub(of(PEM), "> " + line + " <");
      if (!clean.equals("> [secret:KEY] <")) {
        left.add(line);
      }
    }
    assertThat(left).isEmpty();
  }

  @Test
  void PF_79_base32_is_found_wherever_in_the_encoded_bytes_the_value_stands() {
    for (int before = 0; before < 6; before++) {
      for (int after = 0; after < 6; after++) {
        byte[] around = ("x".repeat(before) + VALUE + "y".repeat(after)).getBytes(UTF_8);
        assertThat(scrub(of(VALUE), base32(around)))
            .as("%d bytes before, %d after", before, after)
            .matches("[A-Z2-7]{0,10}\\[secret:KEY][A-Z2-7=]{0,16}");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "&", "&amp", "&#;", "&#x;", "&#99999999;", "&nosuchname;", "=", "=4", "=\r", "=\rx", "\\x",
        "\\x4", "\\xg0", "\\1", "\\18", "\\777", "%25", "%254", "%%%", "MFRGG", "a  b\n\n\nc", "\\"
      })
  void what_is_no_value_stays(String text) {
    for (String value : List.of(VALUE, PEM)) {
      assertThat(scrub(of(value), text)).isEqualTo(text);
      assertThat(byteByByte(of(value), text)).isEqualTo(text);
    }
  }

  /** Memory is bounded: what is between the characters of a value is held back, but not forever. */
  @ParameterizedTest
  @ValueSource(strings = {"\n", " ", "\\n", "=\n", "\\"})
  void a_beginning_that_is_followed_by_endless_breaks_is_let_go(String between) {
    for (String value : List.of(PEM, VALUE)) {
      String hex = HexFormat.of().formatHex(value.getBytes(UTF_8));
      String base64 = Base64.getEncoder().encodeToString(value.getBytes(UTF_8));
      for (String form : List.of(value, hex, base64)) {
        ScrubbingStream stream = of(value).stream();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] begun = form.substring(0, 9).getBytes(UTF_8);
        stream.write(begun, 0, begun.length, out::write);
        byte[] breaks = between.repeat(2_000).getBytes(UTF_8);
        stream.write(breaks, 0, breaks.length, out::write);
        assertThat(out.size()).isGreaterThan(begun.length);
      }
    }
  }
}
