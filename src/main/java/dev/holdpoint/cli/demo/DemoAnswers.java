package dev.holdpoint.cli.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who answers in the demo. */
public interface DemoAnswers {
  /** The next line, or null when there will be none. */
  @Nullable String next() throws IOException;

  /** Whether the answer must be printed, because nobody has typed it where it can be seen. */
  boolean unseen();

  /** A person, or a file with a line an answer. */
  static DemoAnswers from(BufferedReader in, boolean terminal) {
    return new DemoAnswers() {
      @Override
      public @Nullable String next() throws IOException {
        return in.readLine();
      }

      @Override
      public boolean unseen() {
        return !terminal;
      }
    };
  }

  /** The demo itself: it kills the daemon first, then allows, and takes the first option. */
  static DemoAnswers automatic() {
    Deque<String> lines = new ArrayDeque<>(List.of("k", "a", "1"));
    return new DemoAnswers() {
      @Override
      public @Nullable String next() {
        return lines.poll();
      }

      @Override
      public boolean unseen() {
        return true;
      }
    };
  }
}
