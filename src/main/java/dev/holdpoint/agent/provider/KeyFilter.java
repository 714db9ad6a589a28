package dev.holdpoint.agent.provider;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.core.secret.ScrubbingStream;
import java.io.ByteArrayOutputStream;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Pieces of a text without the route's key, which may begin in one and end in another. */
final class KeyFilter {
  private final ScrubbingStream stream;
  private final UnaryOperator<String> words;
  private final Consumer<String> onText;

  /** Half of a character, whose other half is in the next piece. */
  private String half = "";

  /**
   * @param words puts the mark of the stream into words
   */
  KeyFilter(ScrubbingStream stream, UnaryOperator<String> words, Consumer<String> onText) {
    this.stream = stream;
    this.words = words;
    this.onText = onText;
  }

  void next(String piece) {
    String text = half + piece;
    int end = text.length();
    if (end > 0 && Character.isHighSurrogate(text.charAt(end - 1))) {
      end--;
    }
    half = text.substring(end);
    byte[] bytes = text.substring(0, end).getBytes(UTF_8);
    ByteArrayOutputStream decided = new ByteArrayOutputStream();
    stream.write(bytes, 0, bytes.length, decided::write);
    tell(decided);
  }

  void end() {
    ByteArrayOutputStream rest = new ByteArrayOutputStream();
    stream.end(rest::write);
    tell(rest);
  }

  private void tell(ByteArrayOutputStream bytes) {
    if (bytes.size() > 0) {
      onText.accept(words.apply(bytes.toString(UTF_8)));
    }
  }
}
