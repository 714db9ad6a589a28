package dev.holdpoint.cli.access;

import com.google.zxing.WriterException;
import com.google.zxing.qrcode.decoder.ErrorCorrectionLevel;
import com.google.zxing.qrcode.encoder.ByteMatrix;
import com.google.zxing.qrcode.encoder.Encoder;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;

/**
 * A text that a camera reads from the screen. Its colours are said, and not left to the terminal: a
 * code is black on white, whatever the rest of the screen is.
 */
final class QrCode {
  /** Of so many squares on every side; a camera needs it to find the code. */
  private static final int QUIET = 4;

  /** From the part of the palette that themes leave alone. */
  private static final String BLACK_ON_WHITE = "\u001b[38;5;16;48;5;231m";

  private static final String BLACK = "\u001b[48;5;16m";
  private static final String WHITE = "\u001b[48;5;231m";
  private static final String END = "\u001b[0m";

  private final ByteMatrix squares;

  private QrCode(ByteMatrix squares) {
    this.squares = squares;
  }

  static QrCode of(String text) {
    try {
      return new QrCode(Encoder.encode(text, ErrorCorrectionLevel.L).getMatrix());
    } catch (WriterException e) {
      throw new IllegalArgumentException("a link is never too long for a QR code", e);
    }
  }

  /** Whether what is printed reaches the terminal as more than ASCII. */
  static boolean hasBlocks() {
    String encoding = System.getProperty("stdout.encoding", Charset.defaultCharset().name());
    return Charset.isSupported(encoding) && Charset.forName(encoding).newEncoder().canEncode('▀');
  }

  /** Two squares above each other in a character. */
  List<String> inBlocks() {
    List<String> lines = new ArrayList<>();
    for (int y = -QUIET; y < squares.getHeight() + QUIET; y += 2) {
      StringBuilder line = new StringBuilder(BLACK_ON_WHITE);
      for (int x = -QUIET; x < squares.getWidth() + QUIET; x++) {
        line.append(block(isBlack(x, y), isBlack(x, y + 1)));
      }
      lines.add(line.append(END).toString());
    }
    return lines;
  }

  private static char block(boolean upper, boolean lower) {
    if (upper) {
      return lower ? '█' : '▀';
    }
    return lower ? '▄' : ' ';
  }

  /** A square in two characters, for terminals that show ASCII alone. */
  List<String> inSpaces() {
    List<String> lines = new ArrayList<>();
    for (int y = -QUIET; y < squares.getHeight() + QUIET; y++) {
      StringBuilder line = new StringBuilder();
      for (int x = -QUIET; x < squares.getWidth() + QUIET; x++) {
        line.append(isBlack(x, y) ? BLACK : WHITE).append("  ");
      }
      lines.add(line.append(END).toString());
    }
    return lines;
  }

  private boolean isBlack(int x, int y) {
    return x >= 0
        && y >= 0
        && x < squares.getWidth()
        && y < squares.getHeight()
        && squares.get(x, y) == 1;
  }
}
