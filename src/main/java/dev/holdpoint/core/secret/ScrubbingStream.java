package dev.holdpoint.core.secret;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Scrubs what comes piece by piece. What may be the beginning of a value is held back until it is
 * known to be none. Finds that overlap are one: whatever is part of any of them goes, and the mark
 * names the longest.
 */
public final class ScrubbingStream {
  /** Where goes what is decided. */
  @FunctionalInterface
  public interface Sink {
    void write(byte[] bytes, int offset, int length);
  }

  /** More than the part of a needle that is followed by all needles at once. */
  private static final int FEW = 64;

  private final List<String> aliases;
  private final List<Look> looks = new ArrayList<>();
  private final TreeMap<Long, Find> finds = new TreeMap<>();
  private byte[] held = new byte[256];
  private int count;
  private long base;
  private boolean found;

  private record Find(long start, long end, int length, int whose) {
    Find with(Find other) {
      // Of equals the first alias, in whatever order they were found.
      boolean isLess = other.length < length || (other.length == length && other.whose > whose);
      Find longer = isLess ? this : other;
      return new Find(
          Math.min(start, other.start), Math.max(end, other.end), longer.length, longer.whose);
    }
  }

  /** One view, being searched. */
  private final class Look implements View.Reader {
    private final View view;
    private final Needles.Search search;
    private final boolean[] dull;

    /** Where the last symbols start; grows with the needle that has begun. */
    private long[] starts = new long[FEW];

    private long symbols;

    Look(Scrubbing.Sight sight) {
      view = sight.view().get();
      search = sight.needles().new Search();
      dull = sight.dull();
    }

    void read(byte[] bytes, int offset, int end, long position) {
      int i = offset;
      while (i < end) {
        if (search.isIdle() && view.isIdle()) {
          while (i < end && dull[bytes[i] & 0xFF]) {
            i++;
          }
          if (i == end) {
            return;
          }
        }
        long start = position + (i - offset);
        view.take(bytes[i], start, start + 1, this);
        i++;
      }
    }

    @Override
    public void take(byte symbol, long start, long end) {
      if (search.begun() == starts.length) {
        grow();
      }
      starts[at(symbols++)] = start;
      int length = search.take(symbol);
      if (length > 0) {
        add(new Find(starts[at(symbols - length)], end, length, search.found()));
      }
    }

    private void grow() {
      long[] more = new long[starts.length * 2];
      for (long symbol = symbols - starts.length; symbol < symbols; symbol++) {
        more[(int) (symbol & (more.length - 1))] = starts[at(symbol)];
      }
      starts = more;
    }

    private int at(long symbol) {
      return (int) (symbol & (starts.length - 1));
    }

    /** What lies before this can be no part of a find any more. */
    long open(long position) {
      int begun = search.begun();
      return begun > 0 ? starts[at(symbols - begun)] : view.waitsFrom(position);
    }
  }

  ScrubbingStream(List<String> aliases, List<Scrubbing.Sight> sights) {
    this.aliases = aliases;
    sights.forEach(sight -> looks.add(new Look(sight)));
  }

  /** Whether anything has been taken out so far. */
  public boolean found() {
    return found;
  }

  /** Takes the next bytes and puts out what is decided. */
  public void write(byte[] bytes, int offset, int length, Sink out) {
    int end = offset + length;
    if (looks.isEmpty()) {
      out.write(bytes, offset, end - offset);
      return;
    }
    long position = base + count;
    hold(bytes, offset, length);
    for (Look look : looks) {
      look.read(bytes, offset, end, position);
    }
    long open = base + count;
    for (Look look : looks) {
      open = Math.min(open, look.open(base + count));
    }
    release(open, out);
  }

  /** Nothing more will come: puts out the rest. */
  public void end(Sink out) {
    for (Look look : looks) {
      look.view.end(look);
    }
    release(base + count, out);
  }

  private void add(Find find) {
    Find all = find;
    Map.Entry<Long, Find> near = finds.lowerEntry(all.end);
    while (near != null && near.getValue().end > all.start) {
      finds.remove(near.getKey());
      all = all.with(near.getValue());
      near = finds.lowerEntry(all.end);
    }
    finds.put(all.start, all);
    found = true;
  }

  private void hold(byte[] bytes, int offset, int length) {
    if (count + length > held.length) {
      held = Arrays.copyOf(held, Math.max(held.length * 2, count + length));
    }
    System.arraycopy(bytes, offset, held, count, length);
    count += length;
  }

  /** Puts out what lies before {@code open}, but for a find that may yet become longer. */
  private void release(long open, Sink out) {
    long from = base;
    long until = open;
    while (!finds.isEmpty() && finds.firstEntry().getValue().start < open) {
      Find find = finds.firstEntry().getValue();
      if (find.end > open) {
        until = find.start;
        break;
      }
      out.write(held, (int) (from - base), (int) (find.start - from));
      byte[] mark = ("[secret:" + aliases.get(find.whose) + "]").getBytes(UTF_8);
      out.write(mark, 0, mark.length);
      from = find.end;
      finds.pollFirstEntry();
    }
    out.write(held, (int) (from - base), (int) (until - from));
    count = (int) (base + count - until);
    System.arraycopy(held, (int) (until - base), held, 0, count);
    base = until;
  }
}
