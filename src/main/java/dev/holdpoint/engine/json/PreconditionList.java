package dev.holdpoint.engine.json;

import dev.holdpoint.core.world.Precondition;
import dev.holdpoint.core.world.Sighting;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads a list of preconditions strictly: nothing that it does not know passes. */
public final class PreconditionList {
  private static final int LONGEST_PATH = 4_096;
  private static final int LONGEST_URL = 8_192;
  private static final int LONGEST_ETAG = 1_024;
  private static final int LONGEST_NAME = 100;
  private static final int LONGEST_VALUE = 200;
  private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
  private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");
  private static final Pattern ETAG = Pattern.compile("(W/)?\"[\\x21\\x23-\\x7e\\x80-\\xff]*\"");

  private PreconditionList() {}

  /** Why a list cannot be taken, and where that is in it. */
  public static final class Unmet extends Exception {
    private final String pointer;

    /**
     * @param pointer to what is wrong, such as {@code /preconditions/3/path}
     */
    public Unmet(String pointer, String message) {
      // It becomes an answer, so nobody reads a stack trace.
      super(message, null, false, false);
      this.pointer = pointer;
    }

    public String pointer() {
      return pointer;
    }

    public String text() {
      return String.valueOf(getMessage());
    }
  }

  /**
   * @param list null or JSON null for none
   * @param where the pointer to the list
   * @param known the types that this asker may use
   */
  public static List<Precondition> read(
      @Nullable JsonNode list, String where, Set<Precondition.Type> known) throws Unmet {
    if (list == null || list.isNull() || list.isMissingNode()) {
      return List.of();
    }
    if (!list.isArray()) {
      throw new Unmet(where, "must be an array");
    }
    if (list.size() > Precondition.MOST) {
      throw new Unmet(
          where + "/" + Precondition.MOST,
          "at most %d preconditions are allowed, not %d".formatted(Precondition.MOST, list.size()));
    }
    List<Precondition> all = new ArrayList<>();
    for (JsonNode one : list.values()) {
      all.add(precondition(one, where + "/" + all.size(), known));
    }
    return List.copyOf(all);
  }

  /** How its runner says that a precondition is now. */
  public static Sighting observed(Precondition of, String text, String at) throws Unmet {
    boolean absent = text.equals(Precondition.ABSENT);
    switch (of.type()) {
      case FILE_SHA256, FILE_ABSENT -> {
        if (absent) {
          return Sighting.ABSENT;
        }
        if (!SHA256.matcher(text).matches()) {
          throw new Unmet(at, "must be the sha256 of the file, or absent");
        }
      }
      case GIT_HEAD -> {
        if (absent) {
          return Sighting.NO_COMMIT;
        }
        if (!COMMIT.matcher(text).matches()) {
          throw new Unmet(at, "must be a commit, or absent");
        }
      }
      case HTTP_ETAG -> {
        if (absent) {
          return Sighting.NO_ETAG;
        }
        if (!ETAG.matcher(text).matches()) {
          throw new Unmet(at, "must be an ETag as the server gives it, or absent");
        }
      }
      case FINGERPRINT -> {
        if (text.isBlank() || text.codePointCount(0, text.length()) > LONGEST_VALUE) {
          throw new Unmet(at, "must have 1 to %d characters".formatted(LONGEST_VALUE));
        }
      }
    }
    return Sighting.value(text);
  }

  private static Precondition precondition(JsonNode one, String at, Set<Precondition.Type> known)
      throws Unmet {
    if (!one.isObject()) {
      throw new Unmet(at, "must be an object");
    }
    Precondition.Type type = type(one, at, known);
    Set<String> members =
        type.valueMember() == null
            ? Set.of("type", type.subjectMember())
            : Set.of("type", type.subjectMember(), type.valueMember());
    for (String name : one.propertyNames()) {
      if (!members.contains(name)) {
        throw new Unmet(
            at + "/" + name.replace("~", "~0").replace("/", "~1"),
            "is unknown; the members of %s are %s"
                .formatted(
                    type.wire(), members.stream().sorted().collect(Collectors.joining(", "))));
      }
    }
    String subject = text(one, at, type.subjectMember(), longest(type), null);
    if (subject == null) {
      throw new Unmet(at + "/" + type.subjectMember(), "is required");
    }
    if (type == Precondition.Type.HTTP_ETAG && !isAddress(subject)) {
      throw new Unmet(
          at + "/url", "must be an http or https address with a host and without a user name");
    }
    if (type != Precondition.Type.FINGERPRINT
        && type != Precondition.Type.HTTP_ETAG
        && subject.indexOf('\0') >= 0) {
      throw new Unmet(at + "/path", "contains a NUL character");
    }
    String member = type.valueMember();
    String value = member == null ? null : text(one, at, member, mostOf(type), form(type));
    if (type == Precondition.Type.FINGERPRINT && value == null) {
      throw new Unmet(at + "/value", "is required: only the asker has it");
    }
    return Precondition.listed(type, subject, value);
  }

  private static Precondition.Type type(JsonNode one, String at, Set<Precondition.Type> known)
      throws Unmet {
    JsonNode name = one.get("type");
    for (Precondition.Type type : Precondition.Type.values()) {
      if (known.contains(type)
          && name != null
          && name.isString()
          && name.stringValue().equals(type.wire())) {
        return type;
      }
    }
    throw new Unmet(
        at + "/type",
        "must be one of "
            + known.stream()
                .sorted()
                .map(Precondition.Type::wire)
                .collect(Collectors.joining(", ")));
  }

  private static @Nullable String text(
      JsonNode one, String at, String member, int longest, @Nullable Pattern form) throws Unmet {
    JsonNode node = one.get(member);
    if (node == null || node.isNull()) {
      return null;
    }
    String where = at + "/" + member;
    if (!node.isString()) {
      throw new Unmet(where, "must be a string");
    }
    String text = node.stringValue();
    if (text.isBlank() || text.codePointCount(0, text.length()) > longest) {
      throw new Unmet(where, "must have 1 to %d characters".formatted(longest));
    }
    if (form != null && !form.matcher(text).matches()) {
      throw new Unmet(where, "is not a valid " + member);
    }
    return text;
  }

  private static int longest(Precondition.Type type) {
    return switch (type) {
      case FILE_SHA256, FILE_ABSENT, GIT_HEAD -> LONGEST_PATH;
      case HTTP_ETAG -> LONGEST_URL;
      case FINGERPRINT -> LONGEST_NAME;
    };
  }

  private static int mostOf(Precondition.Type type) {
    return switch (type) {
      case FILE_SHA256, FILE_ABSENT, GIT_HEAD -> 64;
      case HTTP_ETAG -> LONGEST_ETAG;
      case FINGERPRINT -> LONGEST_VALUE;
    };
  }

  private static @Nullable Pattern form(Precondition.Type type) {
    return switch (type) {
      case FILE_SHA256 -> SHA256;
      case GIT_HEAD -> COMMIT;
      case HTTP_ETAG -> ETAG;
      case FILE_ABSENT, FINGERPRINT -> null;
    };
  }

  private static boolean isAddress(String text) {
    try {
      URI url = new URI(text);
      String scheme = url.getScheme();
      return ("http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme))
          && url.getHost() != null
          && url.getRawUserInfo() == null;
    } catch (URISyntaxException e) {
      return false;
    }
  }
}
