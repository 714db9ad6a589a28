package dev.holdpoint.core.secret;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.core.secret.Needles.Needle;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a value is found by in each view. An encoded form that is too short says nothing of the
 * value and would be found everywhere; the value itself is always looked for.
 */
final class Forms {
  private static final String HEX = "0123456789abcdef";
  private static final String BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  private static final String BASE64 =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  /** How long the lines of base64 are that programs print. */
  private static final int MIME_LINE = 76;

  private static final String BEGIN = "-----BEGIN ";
  private static final String END = "-----END ";

  /** Of base64 and hex, and of UTF-16. */
  private static final int SHORT = 4;

  /** Of base32 and of a text without its white space, which look like words. */
  private static final int WORDS = 8;

  /** Of octal digits, which look like any numbers. */
  private static final int NUMBERS = 12;

  /** A line of a value that says something by itself. */
  private static final int LINE = 16;

  private final String value;
  private final int whose;
  private final byte[] bytes;

  /** A byte for each character up to U+00FF, where that differs from UTF-8; else null. */
  private final byte @Nullable [] latin;

  private final List<byte[]> wide;
  private final List<byte[]> ders;

  Forms(String value, int whose) {
    this.value = value;
    this.whose = whose;
    this.bytes = value.getBytes(UTF_8);
    this.latin = latin(value);
    this.wide = List.of(value.getBytes(UTF_16LE), value.getBytes(UTF_16BE));
    this.ders = ders();
  }

  private Needle needle(byte[] source, Spelling spelling, int length) {
    return new Needle(source, spelling, length, whose);
  }

  private Needle plain(byte[] source) {
    return needle(source, Spelling.PLAIN, source.length);
  }

  /** As text that a program has read: the value, and each of its longer lines by itself. */
  List<Needle> text() {
    List<Needle> forms = new ArrayList<>();
    forms.add(plain(bytes));
    if (latin != null) {
      forms.add(plain(latin));
    }
    if (isBroken()) {
      for (String line : value.split("\\R|\\\\[nr]", -1)) {
        if (line.strip().length() >= LINE) {
          forms.add(plain(line.strip().getBytes(UTF_8)));
        }
      }
    }
    return forms;
  }

  /** As bytes: the same, in UTF-16, and what a PEM encodes. */
  List<Needle> plain() {
    List<Needle> forms = text();
    wide.stream().filter(form -> form.length >= SHORT).forEach(form -> forms.add(plain(form)));
    ders.forEach(der -> forms.add(plain(der)));
    return forms;
  }

  List<Needle> base64() {
    List<Needle> forms = new ArrayList<>();
    addBits(forms, bytes, BASE64, 3, SHORT);
    if (latin != null) {
      addBits(forms, latin, BASE64, 3, SHORT);
    }
    addTwice(forms);
    wide.forEach(form -> addBits(forms, form, BASE64, 3, SHORT));
    return forms;
  }

  List<Needle> base32() {
    List<Needle> forms = new ArrayList<>();
    addBits(forms, bytes, BASE32, 5, WORDS);
    return forms;
  }

  /** Hex and octal digits. */
  List<Needle> digits() {
    List<Needle> forms = new ArrayList<>();
    addBits(forms, bytes, HEX, 1, SHORT);
    if (latin != null) {
      addBits(forms, latin, HEX, 1, SHORT);
    }
    ders.forEach(der -> addBits(forms, der, HEX, 1, SHORT));
    if (bytes.length * 3 >= NUMBERS) {
      forms.add(needle(bytes, Spelling.OCTAL, bytes.length * 3));
    }
    return forms;
  }

  /**
   * The symbols that the value alone decides, for each place in a group of bytes that its first
   * byte can have; and the same with the value at the end, with and without padding.
   */
  private void addBits(
      List<Needle> forms, byte[] source, String alphabet, int group, int shortest) {
    int width = Integer.numberOfTrailingZeros(alphabet.length());
    for (int before = 0; before < group; before++) {
      Spelling spelling = Spelling.bits(alphabet, before);
      int from = (before * 8 + width - 1) / width;
      int bits = (before + source.length) * 8;
      int groups = (before + source.length + group - 1) / group;
      IntStream.of(bits / width, (bits + width - 1) / width, groups * group * 8 / width)
          .map(to -> to - from)
          .distinct()
          .filter(length -> length >= shortest)
          .forEach(length -> forms.add(needle(source, spelling, length)));
    }
  }

  /** Base64 of base64: of each part that the value alone decides, and of the value in lines. */
  private void addTwice(List<Needle> forms) {
    for (int before = 0; before < 3; before++) {
      int symbols = (before + bytes.length) * 8 / 6 - (before * 8 + 5) / 6;
      Spelling once = Spelling.bits(BASE64, before);
      addTwice(forms, once, symbols);
      if (before == 0 && symbols > MIME_LINE) {
        addTwice(forms, Spelling.wrapped(once, MIME_LINE), symbols + (symbols - 1) / MIME_LINE);
      }
    }
  }

  private void addTwice(List<Needle> forms, Spelling once, int symbols) {
    for (int before = 0; before < 3 && symbols >= SHORT; before++) {
      int length = (before + symbols) * 8 / 6 - (before * 8 + 5) / 6;
      forms.add(needle(bytes, Spelling.bits(BASE64, before, once, symbols), length));
    }
  }

  /** As bytes that are listed one by one. */
  List<Needle> listed() {
    return plain().stream().filter(form -> form.length() >= SHORT).toList();
  }

  /** Without quotes and backslashes; empty where no shell would quote the value. */
  List<Needle> unquoted() {
    if (isBroken() || value.chars().noneMatch(Forms::isQuoted)) {
      return List.of();
    }
    byte[] form =
        value
            .codePoints()
            .filter(c -> !View.Unquoted.isQuote(c))
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString()
            .getBytes(UTF_8);
    return form.length == bytes.length || form.length >= WORDS ? List.of(plain(form)) : List.of();
  }

  private static boolean isQuoted(int c) {
    return c < 0x80 && !Character.isLetterOrDigit(c) && "_./:@%+-".indexOf(c) < 0;
  }

  private static byte @Nullable [] latin(String value) {
    if (value.chars().noneMatch(c -> c > 0x7F && c <= 0xFF)) {
      return null;
    }
    ByteArrayOutputStream latin = new ByteArrayOutputStream();
    value
        .codePoints()
        .forEach(
            c -> {
              if (c <= 0xFF) {
                latin.write(c);
              } else {
                latin.writeBytes(Character.toString(c).getBytes(UTF_8));
              }
            });
    return latin.toByteArray();
  }

  /** Without white space; empty where the value has no line break. */
  List<Needle> unspaced() {
    List<Needle> forms = new ArrayList<>();
    if (isBroken()) {
      List<String> texts = new ArrayList<>(pems());
      texts.add(value);
      for (String text : texts) {
        byte[] form = unspaced(text);
        if (form.length >= WORDS) {
          forms.add(plain(form));
        }
      }
    }
    return forms;
  }

  /** How such a text is read. */
  static View unspacing() {
    return new View.Through(new Escapes.Quoted(), new View.Unspaced());
  }

  private static byte[] unspaced(String text) {
    ByteArrayOutputStream kept = new ByteArrayOutputStream();
    View view = unspacing();
    for (byte one : text.getBytes(UTF_8)) {
      view.take(one, 0, 0, (symbol, _, _) -> kept.write(symbol));
    }
    view.end((symbol, _, _) -> kept.write(symbol));
    return kept.toByteArray();
  }

  private boolean isBroken() {
    return value.indexOf('\n') >= 0
        || value.indexOf('\r') >= 0
        || value.contains("\\n")
        || value.contains("\\r");
  }

  /** What stands between the first and the last line of each PEM in the value. */
  private List<String> pems() {
    List<String> bodies = new ArrayList<>();
    int at = value.indexOf(BEGIN);
    while (at >= 0) {
      int from = value.indexOf("-----", at + BEGIN.length());
      int to = from < 0 ? -1 : value.indexOf(END, from);
      if (to < 0) {
        break;
      }
      bodies.add(value.substring(from + 5, to));
      at = value.indexOf(BEGIN, to);
    }
    return bodies;
  }

  private List<byte[]> ders() {
    List<byte[]> ders = new ArrayList<>();
    for (String body : pems()) {
      try {
        byte[] der = Base64.getDecoder().decode(unspaced(body));
        if (der.length >= LINE) {
          ders.add(der);
        }
      } catch (IllegalArgumentException e) {
        // A PEM with headers, or none at all: it is found as text.
      }
    }
    return ders;
  }
}
