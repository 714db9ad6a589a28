package dev.holdpoint.blackbox;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.store.doc.Shorthand;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import tools.jackson.databind.json.JsonMapper;

/** Values that must be nowhere, in every form in which they could be somewhere. */
public final class Leaks {
  /** So much of a value's beginning or end is looked for as well: a cut must not leave a half. */
  private static final int PART = 14;

  private static final int DIGEST_BYTES = 32;

  /** By how much of a needle's beginning it is recognised at a glance. */
  private static final int GLANCE = Long.BYTES;

  private static final int SLOT_BITS = 16;

  private final Map<String, String> needles = new LinkedHashMap<>();

  /** The same, by their first bytes: all are looked for in one pass, as there is much to search. */
  private final Map<Long, List<Needle>> byBeginning = new HashMap<>();

  private final boolean[] begins = new boolean[1 << SLOT_BITS];
  private final List<String> found = new ArrayList<>();

  private static final class Needle {
    final String name;
    private final byte[] bytes;

    Needle(String name, byte[] bytes) {
      this.name = name;
      this.bytes = bytes;
    }

    boolean isAt(int from, byte[] hay) {
      int to = from + bytes.length;
      return to <= hay.length && Arrays.equals(hay, from, to, bytes, 0, bytes.length);
    }
  }

  /** Adds a value; {@code name} is what a finding calls it. */
  public Leaks plant(String name, String value) {
    return plant(name, value.getBytes(UTF_8), value);
  }

  /** Adds bytes that are no text. */
  Leaks plant(String name, byte[] bytes) {
    return plant(name, bytes, "");
  }

  private Leaks plant(String name, byte[] bytes, String text) {
    put(name + " raw", new String(bytes, ISO_8859_1));
    put(name + " hex", HexFormat.of().formatHex(bytes));
    put(name + " HEX", HexFormat.of().withUpperCase().formatHex(bytes));
    if (bytes.length == DIGEST_BYTES) {
      // As the ledger keeps so many digits.
      String digits = "the same digits".repeat(6) + ':' + HexFormat.of().formatHex(bytes);
      String stored = Shorthand.of(digits);
      put(name + " shorthand", stored.substring(stored.indexOf(':') + 2));
    }
    for (int before = 0; before < 3; before++) {
      // What stands before it moves the border of the groups; the letters within stay.
      byte[] shifted = new byte[before + bytes.length];
      System.arraycopy(bytes, 0, shifted, before, bytes.length);
      String whole = Base64.getEncoder().withoutPadding().encodeToString(shifted);
      int from = before == 0 ? 0 : 4;
      String inner = whole.substring(from, from + (whole.length() - from) / 4 * 4 - 4);
      put(name + " base64 +" + before, inner);
      put(name + " base64url +" + before, inner.replace('+', '-').replace('/', '_'));
    }
    StringBuilder percent = new StringBuilder();
    for (byte each : bytes) {
      percent.append('%').append(HexFormat.of().withUpperCase().toHexDigits(each));
    }
    put(name + " percent", percent.toString());
    put(name + " percent, lower case", percent.toString().toLowerCase(Locale.ROOT));
    if (!text.isEmpty()) {
      put(name + " beginning", latin(text.substring(0, PART)));
      put(name + " end", latin(text.substring(text.length() - PART)));
      put(name + " form", URLEncoder.encode(text, UTF_8));
      put(name + " path", URLEncoder.encode(text, UTF_8).replace("+", "%20"));
      String json = JsonMapper.shared().writeValueAsString(text);
      put(name + " JSON", latin(json.substring(1, json.length() - 1)));
      put(name + " JSON \\/", latin(json.substring(1, json.length() - 1).replace("/", "\\/")));
      StringBuilder escaped = new StringBuilder();
      text.chars().forEach(c -> escaped.append(String.format(Locale.ROOT, "\\u%04x", c)));
      put(name + " \\u", escaped.toString());
    }
    return this;
  }

  private static String latin(String text) {
    return new String(text.getBytes(UTF_8), ISO_8859_1);
  }

  private void put(String name, String needle) {
    if (needle.length() >= PART && !needles.containsValue(needle)) {
      needles.put(name, needle);
      byte[] bytes = needle.getBytes(ISO_8859_1);
      long beginning = 0;
      for (int i = 0; i < GLANCE; i++) {
        beginning = next(beginning, bytes[i]);
      }
      begins[slot(beginning)] = true;
      byBeginning.computeIfAbsent(beginning, _ -> new ArrayList<>()).add(new Needle(name, bytes));
    }
  }

  public void search(String where, String text) {
    search(where, text.getBytes(UTF_8));
  }

  /** The last bytes that were read, with one more. */
  private static long next(long last, byte one) {
    return (last << Byte.SIZE) | (one & 0xFF);
  }

  private static int slot(long beginning) {
    return (int) ((beginning * 0x9E3779B97F4A7C15L) >>> (Long.SIZE - SLOT_BITS));
  }

  public void search(String where, byte[] bytes) {
    Set<String> seen = new HashSet<>();
    long last = 0;
    for (int i = 0; i < bytes.length; i++) {
      last = next(last, bytes[i]);
      if (i >= GLANCE - 1 && begins[slot(last)]) {
        int at = i - GLANCE + 1;
        for (Needle needle : byBeginning.getOrDefault(last, List.of())) {
          if (needle.isAt(at, bytes) && seen.add(needle.name)) {
            found.add(needle.name + " in " + where + " at " + at);
          }
        }
      }
    }
  }

  /** Every file below the folder. */
  public int searchFiles(Path folder, Predicate<Path> but) throws IOException {
    int searched = 0;
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).filter(but.negate()).toList()) {
        search(folder.relativize(file).toString(), Files.readAllBytes(file));
        searched++;
      }
    }
    return searched;
  }

  /** Every entry of a zip file, as it is when it is taken out. */
  int searchZip(String where, byte[] zip) throws IOException {
    int searched = 0;
    search(where, zip);
    try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(zip))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        search(where + ":" + entry.getName(), in.readAllBytes());
        searched++;
      }
    }
    return searched;
  }

  public List<String> found() {
    return List.copyOf(found);
  }

  int forms() {
    return needles.size();
  }
}
