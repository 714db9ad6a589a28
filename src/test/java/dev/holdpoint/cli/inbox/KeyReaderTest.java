package dev.holdpoint.cli.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.NonBlocking;
import org.jline.utils.NonBlockingReader;
import org.junit.jupiter.api.Test;

class KeyReaderTest {
  private static List<Key> read(String sent) throws Exception {
    List<Key> keys = new ArrayList<>();
    try (NonBlockingReader in = NonBlocking.nonBlocking("keys", new StringReader(sent))) {
      for (Key key = KeyReader.next(in); key != null; key = KeyReader.next(in)) {
        keys.add(key);
      }
    }
    return keys;
  }

  @Test
  void what_a_terminal_sends_for_a_key_is_that_key() throws Exception {
    assertThat(read("a\r\u007f\u0015\u001b[A\u001bOB\u001b[5~\u001b[6~\u001b[1;5C\u001b[200~🎉"))
        .containsExactly(
            new Key.Letter('a'),
            Key.Named.ENTER,
            Key.Named.BACKSPACE,
            Key.Named.CLEAR_LINE,
            Key.Named.UP,
            Key.Named.DOWN,
            Key.Named.PAGE_UP,
            Key.Named.PAGE_DOWN,
            Key.Named.RIGHT,
            Key.Named.OTHER,
            new Key.Letter(0x1F389));
  }

  @Test
  void escape_alone_is_escape() throws Exception {
    assertThat(read("\u001b")).containsExactly(Key.Named.ESCAPE);
    assertThat(read("\u0003")).containsExactly(Key.Named.OTHER);
  }
}
