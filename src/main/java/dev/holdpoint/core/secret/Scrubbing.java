package dev.holdpoint.core.secret;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.core.secret.Needles.Needle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Supplier;

/**
 * Takes values out of text and bytes and leaves {@code [secret:ALIAS]} where they were: as they
 * are, percent-encoded, escaped as in JSON, in base64 wherever in the encoded bytes they stand, and
 * in hex. It takes time in proportion to the text, however the text repeats a value's beginning.
 */
public final class Scrubbing {
  /** An encoded form that is shorter says nothing of the value, and would be found everywhere. */
  private static final int SHORTEST = 4;

  private final List<String> aliases;
  private final List<Sight> sights;

  /** A view and what to look for in it. */
  record Sight(Supplier<View> view, Needles needles) {}

  private Scrubbing(List<String> aliases, List<Sight> sights) {
    this.aliases = aliases;
    this.sights = sights;
  }

  static Scrubbing of(SortedMap<String, String> values) {
    List<String> aliases = new ArrayList<>();
    List<Needle> raw = new ArrayList<>();
    List<Needle> base64 = new ArrayList<>();
    List<Needle> hex = new ArrayList<>();
    boolean blank = false;
    for (Map.Entry<String, String> entry : values.entrySet()) {
      if (entry.getValue().isEmpty()) {
        continue;
      }
      int whose = aliases.size();
      aliases.add(entry.getKey());
      byte[] value = entry.getValue().getBytes(UTF_8);
      blank |= entry.getValue().indexOf(' ') >= 0;
      raw.add(new Needle(value, whose));
      base64(value).forEach(form -> add(base64, form, whose));
      add(hex, HexFormat.of().formatHex(value), whose);
    }
    if (aliases.isEmpty()) {
      return new Scrubbing(List.of(), List.of());
    }
    Needles plain = new Needles(raw);
    Needles encoded = new Needles(base64);
    List<Sight> sights = new ArrayList<>();
    sights.add(new Sight(View.Plain::new, plain));
    sights.add(new Sight(() -> new View.Percent(false), plain));
    sights.add(new Sight(View.JsonText::new, plain));
    sights.add(new Sight(View.Base64::new, encoded));
    sights.add(
        new Sight(() -> new View.Through(new View.Percent(false), new View.Base64()), encoded));
    sights.add(new Sight(View.Hex::new, new Needles(hex)));
    if (blank) {
      sights.add(new Sight(() -> new View.Percent(true), plain));
    }
    return new Scrubbing(aliases, sights);
  }

  private static void add(List<Needle> needles, String form, int whose) {
    if (form.length() >= SHORTEST) {
      needles.add(new Needle(form.getBytes(UTF_8), whose));
    }
  }

  /**
   * The characters that the value alone decides, for each of the three places in a group that its
   * first byte can have; and the same with the value at the end, with and without padding.
   */
  private static List<String> base64(byte[] value) {
    List<String> forms = new ArrayList<>();
    for (int before = 0; before < 3; before++) {
      byte[] placed = new byte[before + value.length];
      System.arraycopy(value, 0, placed, before, value.length);
      String padded = Base64.getEncoder().encodeToString(placed);
      int from = (before * 8 + 5) / 6;
      int sure = placed.length * 8 / 6;
      int bare = (placed.length * 8 + 5) / 6;
      for (int to : new int[] {sure, bare, padded.length()}) {
        if (to > from && !forms.contains(padded.substring(from, to))) {
          forms.add(padded.substring(from, to));
        }
      }
    }
    return forms;
  }

  /** The same text where there is nothing to take out. */
  public String scrub(String text) {
    if (aliases.isEmpty() || text.isEmpty()) {
      return text;
    }
    Bytes clean = new Bytes();
    return scrubs(text.getBytes(UTF_8), clean) ? new String(clean.all(), UTF_8) : text;
  }

  public byte[] scrub(byte[] bytes) {
    Bytes clean = new Bytes();
    return scrubs(bytes, clean) ? clean.all() : bytes;
  }

  private boolean scrubs(byte[] bytes, Bytes clean) {
    ScrubbingStream stream = stream();
    stream.write(bytes, 0, bytes.length, clean);
    stream.end(clean);
    return stream.found();
  }

  private static final class Bytes implements ScrubbingStream.Sink {
    private byte[] bytes = new byte[256];
    private int count;

    @Override
    public void write(byte[] more, int offset, int length) {
      if (count + length > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, count + length));
      }
      System.arraycopy(more, offset, bytes, count, length);
      count += length;
    }

    byte[] all() {
      return Arrays.copyOf(bytes, count);
    }
  }

  /** For what comes piece by piece. */
  public ScrubbingStream stream() {
    return new ScrubbingStream(aliases, sights);
  }
}
