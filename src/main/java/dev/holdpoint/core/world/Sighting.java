package dev.holdpoint.core.world;

import org.jspecify.annotations.Nullable;

/**
 * How something of the world was found.
 *
 * @param text a value, or a word for what is there in its place
 * @param bytes how large the file is; null for anything else
 */
public record Sighting(Kind kind, String text, @Nullable Long bytes) {
  enum Kind {
    /** Something that can be expected. */
    VALUE,
    /** Something that nobody can expect: a link, a folder, a file that is too large. */
    OBSTACLE,
    /** Nobody could look. */
    UNKNOWN
  }

  public static final Sighting ABSENT = new Sighting(Kind.VALUE, Precondition.ABSENT, null);
  public static final Sighting LINK = obstacle("link");
  public static final Sighting FOLDER = obstacle("folder");
  public static final Sighting SPECIAL = obstacle("special_file");
  public static final Sighting TOO_LARGE = obstacle("too_large");
  public static final Sighting OUTSIDE = obstacle("outside_workspace");
  public static final Sighting NO_REPOSITORY = obstacle("no_repository");
  public static final Sighting NO_COMMIT = obstacle("no_commit");
  public static final Sighting UNREADABLE = new Sighting(Kind.UNKNOWN, "unreadable", null);
  public static final Sighting UNREACHABLE = new Sighting(Kind.UNKNOWN, "unreachable", null);
  public static final Sighting PRIVATE_ADDRESS =
      new Sighting(Kind.UNKNOWN, "private_address", null);
  public static final Sighting NO_ETAG = obstacle("no_etag");

  /** Where the daemon does not look: at what only the agent can see. */
  public static final Sighting UNSEEN = new Sighting(Kind.UNKNOWN, "unknown", null);

  private static Sighting obstacle(String word) {
    return new Sighting(Kind.OBSTACLE, word, null);
  }

  public static Sighting file(String sha256, long bytes) {
    return new Sighting(Kind.VALUE, sha256, bytes);
  }

  public static Sighting value(String text) {
    return new Sighting(Kind.VALUE, text, null);
  }

  public boolean isValue() {
    return kind == Kind.VALUE;
  }

  public boolean isUnknown() {
    return kind == Kind.UNKNOWN;
  }

  /** Why nobody can depend on it, for a sentence that begins with what it is about. */
  public String words() {
    return switch (text) {
      case "link" -> "is a link; name the file itself";
      case "folder" -> "is a folder; name a file";
      case "special_file" -> "is not a regular file";
      case "too_large" -> "is larger than 64 MiB";
      case "outside_workspace" -> "leads out of the workspace; use a path relative to it";
      case "no_repository" -> "is not the top folder of a git repository";
      case "no_commit" -> "has no commit that can be read from its files";
      case "private_address" ->
          "has a private address, which agents may not call. The operator can allow it "
              + "(outbound.allow_private_addresses)";
      case "no_etag" -> "has no ETag";
      case "unreachable" -> "cannot be reached within 5 seconds";
      default -> "cannot be read";
    };
  }
}
