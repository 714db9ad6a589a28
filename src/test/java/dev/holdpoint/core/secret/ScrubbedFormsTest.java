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
        Base64.getEncoder().encodeToString(VALUE.getBytes(UTF_16BE)));
  }

  private static String s(int b) {
    return String.valueOf((char) b);
  }

  /** The bytes of the value in this charset. */
  private static String latin(Charset charset) {
    return new String(VALUE.getBytes(charset), ISO_8859_1);
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
