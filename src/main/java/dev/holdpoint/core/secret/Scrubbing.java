package dev.holdpoint.core.secret;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.core.secret.Needles.Needle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Takes values out of text and bytes and leaves {@code [secret:ALIAS]} where they were: as they
 * are, in UTF-16, coloured, percent-encoded once or twice, escaped as in JSON and other languages,
 * quoted for a shell, in HTML and in quoted-printable, in base64 and base32 wherever in the encoded
 * bytes they stand, in hex and in octal, as lists of numbers and in dumps; and values with line
 * breaks however they are wrapped and indented. It takes time in proportion to the text, however
 * the text repeats a value's beginning.
 */
public final class Scrubbing {
  private final List<String> aliases;
  private final List<Sight> sights;

  /**
   * A view and what to look for in it.
   *
   * @param dull the bytes that change nothing while the view is idle and nothing has begun. Most
   *     bytes of an ordinary text are, and cost no more than a look at this table
   */
  @SuppressWarnings("ArrayRecordComponent") // made here and never changed
  record Sight(Supplier<View> view, Needles needles, boolean[] dull) {
    static Sight of(Supplier<View> view, Needles needles) {
      View idle = view.get();
      boolean[] dull = new boolean[256];
      for (int i = 0; i < dull.length; i++) {
        int given = idle.idle((byte) i);
        dull[i] = given == View.NOTHING || (given >= 0 && !needles.begins((byte) given));
      }
      return new Sight(view, needles, dull);
    }
  }

  private Scrubbing(List<String> aliases, List<Sight> sights) {
    this.aliases = aliases;
    this.sights = sights;
  }

  static Scrubbing of(SortedMap<String, String> values) {
    List<String> aliases = new ArrayList<>();
    List<Forms> all = new ArrayList<>();
    boolean blank = false;
    for (Map.Entry<String, String> entry : values.entrySet()) {
      if (!entry.getValue().isEmpty()) {
        aliases.add(entry.getKey());
        all.add(new Forms(entry.getValue(), all.size()));
        blank |= entry.getValue().indexOf(' ') >= 0;
      }
    }
    if (aliases.isEmpty()) {
      return new Scrubbing(List.of(), List.of());
    }
    Needles text = needles(all, Forms::text);
    Needles base64 = needles(all, Forms::base64);
    List<Sight> sights = new ArrayList<>();
    add(sights, View.Plain::new, needles(all, Forms::plain));
    add(sights, () -> new Escapes.Percent(false), text);
    add(sights, () -> twice(new Escapes.Percent(false)), text);
    if (blank) {
      add(sights, () -> new Escapes.Percent(true), text);
      add(sights, () -> twice(new Escapes.Percent(true)), text);
    }
    add(sights, Escapes.Ansi::new, text);
    add(sights, () -> new View.Through(new Escapes.Quoted(), new Escapes.Ansi()), text);
    add(sights, View.Unquoted::new, needles(all, Forms::unquoted));
    add(sights, Escapes.Html::new, text);
    add(sights, Escapes.QuotedPrintable::new, text);
    add(sights, View.Base64::new, base64);
    add(sights, () -> new View.Through(new Escapes.Percent(false), new View.Base64()), base64);
    add(sights, View.Base32::new, needles(all, Forms::base32));
    add(sights, View.Digits::new, needles(all, Forms::digits));
    Needles listed = needles(all, Forms::listed);
    add(sights, Numbers::new, listed);
    add(sights, () -> new Dumps(false), listed);
    add(sights, () -> new Dumps(true), listed);
    add(sights, Forms::unspacing, needles(all, Forms::unspaced));
    return new Scrubbing(aliases, sights);
  }

  private static View twice(View inner) {
    return new View.Through(new Escapes.Percent(false), inner);
  }

  private static Needles needles(List<Forms> all, Function<Forms, List<Needle>> of) {
    return new Needles(all.stream().map(of).flatMap(List::stream).toList());
  }

  private static void add(List<Sight> sights, Supplier<View> view, Needles needles) {
    if (!needles.isEmpty()) {
      sights.add(Sight.of(view, needles));
    }
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
