package dev.holdpoint.cli.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.zxing.BinaryBitmap;
import com.google.zxing.LuminanceSource;
import com.google.zxing.common.BitMatrix;
import com.google.zxing.common.GlobalHistogramBinarizer;
import com.google.zxing.qrcode.QRCodeReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is on the screen is what a camera reads. */
class QrCodeTest {
  private static final String LINK =
      "http://192.168.178.20:4747/ui/sign-in#x4cJm0nq8HZ1k3n1pL9bq0d7yY2Wc5tUe6rVaSfGhIj";
  private static final String BLACK_ON_WHITE = "\u001b[38;5;16;48;5;231m";

  /** The squares of each row, from what is printed: true is black. */
  private static List<boolean[]> fromBlocks(List<String> lines) {
    List<boolean[]> rows = new ArrayList<>();
    for (String line : lines) {
      assertThat(line).startsWith(BLACK_ON_WHITE).endsWith("\u001b[0m");
      String drawn = line.substring(BLACK_ON_WHITE.length(), line.length() - 4);
      boolean[] upper = new boolean[drawn.length()];
      boolean[] lower = new boolean[drawn.length()];
      for (int x = 0; x < drawn.length(); x++) {
        upper[x] = "█▀".indexOf(drawn.charAt(x)) >= 0;
        lower[x] = "█▄".indexOf(drawn.charAt(x)) >= 0;
      }
      rows.add(upper);
      rows.add(lower);
    }
    return rows;
  }

  private static List<boolean[]> fromSpaces(List<String> lines) {
    List<boolean[]> rows = new ArrayList<>();
    for (String line : lines) {
      String[] squares = line.replace("\u001b[0m", "").split(" {2}", -1);
      boolean[] row = new boolean[squares.length - 1];
      for (int x = 0; x < row.length; x++) {
        row[x] = squares[x].equals("\u001b[48;5;16m");
      }
      rows.add(row);
    }
    return rows;
  }

  private static String read(List<boolean[]> rows) throws Exception {
    int scale = 4;
    BitMatrix picture = new BitMatrix(rows.getFirst().length * scale, rows.size() * scale);
    for (int y = 0; y < rows.size(); y++) {
      for (int x = 0; x < rows.get(y).length; x++) {
        if (rows.get(y)[x]) {
          picture.setRegion(x * scale, y * scale, scale, scale);
        }
      }
    }
    return new QRCodeReader()
        .decode(new BinaryBitmap(new GlobalHistogramBinarizer(new Picture(picture))))
        .getText();
  }

  private static final class Picture extends LuminanceSource {
    private final BitMatrix bits;

    Picture(BitMatrix bits) {
      super(bits.getWidth(), bits.getHeight());
      this.bits = bits;
    }

    @Override
    public byte[] getRow(int y, byte[] row) {
      byte[] made = new byte[getWidth()];
      for (int x = 0; x < made.length; x++) {
        made[x] = (byte) (bits.get(x, y) ? 0 : 255);
      }
      return made;
    }

    @Override
    public byte[] getMatrix() {
      byte[] all = new byte[getWidth() * getHeight()];
      for (int y = 0; y < getHeight(); y++) {
        System.arraycopy(getRow(y, all), 0, all, y * getWidth(), getWidth());
      }
      return all;
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {LINK, "https://ops.example/ui/sign-in#abc", "http://[fd00::1]/ui/sign-in#x"})
  void a_camera_reads_the_link_from_either_drawing(String link) throws Exception {
    QrCode code = QrCode.of(link);

    assertThat(read(fromBlocks(code.inBlocks()))).isEqualTo(link);
    assertThat(read(fromSpaces(code.inSpaces()))).isEqualTo(link);
  }

  @Test
  void it_fits_a_terminal_and_has_room_around_it() {
    List<String> lines = QrCode.of(LINK).inBlocks();

    assertThat(lines).hasSizeLessThanOrEqualTo(24);
    List<boolean[]> rows = fromBlocks(lines);
    assertThat(rows.getFirst().length).isLessThan(80);
    for (boolean[] row : List.of(rows.getFirst(), rows.get(3), rows.getLast())) {
      assertThat(row).doesNotContain(true);
    }
    for (boolean[] row : rows) {
      for (int x = 0; x < 4; x++) {
        assertThat(row[x]).isFalse();
        assertThat(row[row.length - 1 - x]).isFalse();
      }
    }
  }
}
