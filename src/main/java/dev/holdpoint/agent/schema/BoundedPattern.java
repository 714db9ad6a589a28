package dev.holdpoint.agent.schema;

import com.networknt.schema.regex.RegularExpression;
import java.util.regex.Pattern;

/**
 * A pattern that somebody else has written. Patterns can be made that take years for thirty
 * characters, so the text is handed out only so many times; a text that is not matched by then does
 * not match. That ends all patterns that are plain, and no others are taken.
 */
final class BoundedPattern implements RegularExpression {
  private static final int LOOKS = 500_000;

  private final Pattern pattern;

  BoundedPattern(String pattern) {
    this.pattern = PlainPattern.compile(pattern);
  }

  @Override
  public boolean matches(String value) {
    try {
      return pattern.matcher(new Counted(value, new Looks())).find();
    } catch (TooManyLooks | StackOverflowError e) {
      return false;
    }
  }

  private static final class TooManyLooks extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooManyLooks() {
      super("the pattern takes too long", null, false, false);
    }
  }

  private static final class Looks {
    private int count;

    void another() {
      if (++count > LOOKS) {
        throw new TooManyLooks();
      }
    }
  }

  private record Counted(CharSequence text, Looks looks) implements CharSequence {
    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      looks.another();
      return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return new Counted(text.subSequence(start, end), looks);
    }

    @Override
    public String toString() {
      return text.toString();
    }
  }
}
