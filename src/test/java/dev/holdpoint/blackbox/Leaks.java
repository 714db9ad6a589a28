package dev.holdpoint.blackbox;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import tools.jackson.databind.json.JsonMapper;

/** Values that must be nowhere, in every form in which they could be somewhere. */
final class Leaks {
  /** So much of a value's beginning or end is looked for as well: a cut must not leave a half. */
  private static final int PART = 14;

  private final Map<String, String> needles = new LinkedHashMap<>();
  private final List<String> found = new ArrayList<>();

  /** Adds a value; {@code name} is what a finding calls it. */
  Leaks plant(String name, String value) {
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
    }
  }

  void search(String where, String text) {
    search(where, text.getBytes(UTF_8));
  }

  void search(String where, byte[] bytes) {
    String hay = new String(bytes, ISO_8859_1);
    needles.forEach(
        (name, needle) -> {
          int at = hay.indexOf(needle);
          if (at >= 0) {
            found.add(name + " in " + where + " at " + at);
          }
        });
  }

  /** Every file below the folder. */
  int searchFiles(Path folder, Predicate<Path> but) throws IOException {
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

  List<String> found() {
    return List.copyOf(found);
  }

  int forms() {
    return needles.size();
  }
}
