package dev.holdpoint.core.world;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Something of the world that a yes depends on.
 *
 * @param subject the path, the address or the name
 * @param expected how it has to be; null of a file that has to be absent, and where it was not
 *     measured yet
 * @param bytes how large the file was; null for anything else, and where nobody has measured it
 * @param implied whether it follows from the call itself, and is not in its input
 */
public record Precondition(
    Type type, String subject, @Nullable String expected, @Nullable Long bytes, boolean implied) {
  /** How many one call may have. */
  public static final int MOST = 20;

  /** How large a file may be. */
  public static final long LARGEST_FILE = 64L << 20;

  /** As the wire says of a file that is not there. */
  public static final String ABSENT = "absent";

  /** What can be expected, and how the wire calls what it is about and its value. */
  public enum Type {
    FILE_SHA256("path", "sha256"),
    FILE_ABSENT("path", null),
    GIT_HEAD("path", "commit"),
    HTTP_ETAG("url", "etag"),
    FINGERPRINT("name", "value");

    private final String subject;
    private final @Nullable String value;

    Type(String subject, @Nullable String value) {
      this.subject = subject;
      this.value = value;
    }

    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** The member that names what it is about. */
    public String subjectMember() {
      return subject;
    }

    /** The member that has the value; null where there is none to have. */
    public @Nullable String valueMember() {
      return value;
    }

    public boolean isFile() {
      return this == FILE_SHA256 || this == FILE_ABSENT;
    }
  }

  /** Whether it stands now. */
  public enum State {
    HOLDS,
    MOVED,
    UNKNOWN;

    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** As its asker lists it, with or without a value. */
  public static Precondition listed(Type type, String subject, @Nullable String expected) {
    return new Precondition(type, subject, expected, null, false);
  }

  /** The state of a call's own target, whatever that is. */
  public static Precondition ofTarget(String path) {
    return new Precondition(Type.FILE_SHA256, path, null, null, true);
  }

  /** What is expected, as people read it; null where it was not measured yet. */
  public @Nullable String expectedText() {
    return type == Type.FILE_ABSENT ? ABSENT : expected;
  }

  /**
   * As it was asked for, by which the same request is known again; a server's word is not in it.
   */
  public String asked() {
    return type.wire() + " " + subject + " " + (type == Type.HTTP_ETAG ? "" : expectedText());
  }

  /** Whether its value has to be measured when the gate is raised. */
  public boolean isUnmeasured() {
    return expectedText() == null;
  }

  public State against(Sighting now) {
    if (now.isUnknown()) {
      return State.UNKNOWN;
    }
    return now.isValue() && now.text().equals(expectedText()) ? State.HOLDS : State.MOVED;
  }

  /**
   * The same with what was seen as what is expected. What is no value, such as a link, never holds:
   * then it stays as it was.
   */
  public Precondition expecting(Sighting now) {
    if (!now.isValue()) {
      return this;
    }
    if (!type.isFile()) {
      return new Precondition(type, subject, now.text(), null, implied);
    }
    return now.text().equals(ABSENT)
        ? new Precondition(Type.FILE_ABSENT, subject, null, null, implied)
        : new Precondition(Type.FILE_SHA256, subject, now.text(), now.bytes(), implied);
  }
}
