package dev.holdpoint.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;

/**
 * Renders a long list piece by piece: what is in memory at a time is one piece and the few rows it
 * was made of, however long the list is.
 */
final class Sequences {
  private static final int PIECE = 64 * 1024;
  private static final int FIRST = 8;
  private static final int MOST = 512;

  /** Takes one piece away; blocks until there is room for the next. */
  @FunctionalInterface
  interface Outlet {
    void write(byte[] piece) throws IOException;
  }

  private final Function<Object, byte[]> renderer;
  private final Outlet outlet;
  private final ByteArrayOutputStream piece = new ByteArrayOutputStream();
  private boolean first = true;

  Sequences(Function<Object, byte[]> renderer, Outlet outlet) {
    this.renderer = renderer;
    this.outlet = outlet;
  }

  /** Gives the last piece, which is all of it if the list is short. */
  byte[] render(Reply.Sequence sequence) throws IOException {
    piece.writeBytes(sequence.opening().getBytes(UTF_8));
    int want = FIRST;
    for (List<?> rows = sequence.rows().next(want);
        rows != null;
        rows = sequence.rows().next(want)) {
      long bytes = 0;
      for (Object row : rows) {
        bytes += add(renderer.apply(row), sequence.separator());
      }
      want = bytes > PIECE ? Math.max(1, want / 2) : Math.min(MOST, want * 2);
    }
    piece.writeBytes(sequence.closing().getBytes(UTF_8));
    return piece.toByteArray();
  }

  private int add(byte[] row, String separator) throws IOException {
    if (!first) {
      piece.writeBytes(separator.getBytes(UTF_8));
    }
    first = false;
    piece.writeBytes(row);
    if (piece.size() >= PIECE) {
      outlet.write(piece.toByteArray());
      piece.reset();
    }
    return row.length;
  }
}
