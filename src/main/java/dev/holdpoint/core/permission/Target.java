package dev.holdpoint.core.permission;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a call goes to, in normal form: the only form in which rules with a target see it. What
 * cannot be read so is {@link Unread}: no rule with a target allows it, and each one that asks or
 * denies holds it back.
 */
public sealed interface Target {
  /** The longest path that the tools take. */
  int MAX_PATH = 4_096;

  Kind kind();

  /** Which tools go to the same kind of thing. */
  enum Kind {
    WEB,
    /** A file of the session's workspace, where links are resolved before a rule is asked. */
    WORKSPACE,
    /** A file on a person's machine: an absolute path, of which nothing but its text is known. */
    ABSOLUTE
  }

  Map<String, Kind> TOOLS =
      Map.of(
          "http_request", Kind.WEB,
          "WebFetch", Kind.WEB,
          "read_file", Kind.WORKSPACE,
          "write_file", Kind.WORKSPACE,
          "edit_file", Kind.WORKSPACE,
          "Write", Kind.ABSOLUTE,
          "Edit", Kind.ABSOLUTE,
          "MultiEdit", Kind.ABSOLUTE,
          "NotebookEdit", Kind.ABSOLUTE);

  /** Null for a tool whose calls go to nothing that is understood here. */
  static @Nullable Kind kindOf(String tool) {
    return TOOLS.get(tool);
  }

  record Unread(Kind kind) implements Target {}

  /**
   * @param origin scheme and host, and the port where it is not the usual one
   * @param path with a slash in front
   * @param query without the question mark; null where there is none
   */
  record Request(String method, Origin origin, String path, @Nullable String query)
      implements Target {
    @Override
    public Kind kind() {
      return Kind.WEB;
    }

    String url() {
      return origin + path + (query == null ? "" : "?" + query);
    }
  }

  /**
   * @param port 0 for the usual one of the scheme
   */
  record Origin(String scheme, String host, int port) {
    @Override
    public String toString() {
      return scheme + "://" + host + (port == 0 ? "" : ":" + port);
    }
  }

  record File(Kind kind, String path) implements Target {}

  static Target request(String method, String url) {
    Request read = WebAddress.METHODS.contains(method) ? WebAddress.read(method, url) : null;
    return read == null ? new Unread(Kind.WEB) : read;
  }

  /**
   * A file of the workspace.
   *
   * @param place its real path below the workspace; null or empty where that could not be found out
   */
  static Target place(@Nullable String place) {
    return file(Kind.WORKSPACE, place == null || place.startsWith("/") ? "" : place);
  }

  /** A file elsewhere. Its path is a text: dots are not resolved, since it may go through links. */
  static Target absolute(String path) {
    if (!path.startsWith("/")) {
      return new Unread(Kind.ABSOLUTE);
    }
    List<String> segments = new ArrayList<>();
    for (String segment : path.split("/", -1)) {
      if (!segment.isEmpty() && !segment.equals(".")) {
        segments.add(segment);
      }
    }
    return path.endsWith("/") || path.endsWith("/.")
        ? new Unread(Kind.ABSOLUTE)
        : file(Kind.ABSOLUTE, "/" + String.join("/", segments));
  }

  private static Target file(Kind kind, String path) {
    return path.length() <= MAX_PATH && isPlain(path) ? new File(kind, path) : new Unread(kind);
  }

  /** Whether each segment is a name, and nothing in it hides. */
  static boolean isPlain(String path) {
    if (path.isEmpty() || path.equals("/")) {
      return false;
    }
    for (String segment : (path.startsWith("/") ? path.substring(1) : path).split("/", -1)) {
      if (segment.isEmpty() || segment.equals(".") || segment.equals("..")) {
        return false;
      }
    }
    return path.chars().noneMatch(c -> c < ' ' || c == 0x7F || c == '\uFFFD')
        && path.codePoints().noneMatch(c -> c >= 0xD800 && c <= 0xDFFF);
  }

  /**
   * The patterns that a person may grant when asked about a call that goes here, narrowest first.
   * The first is for this alone: where that cannot be said, nothing wider takes its place.
   *
   * @param tool the name of the call, which is the key of the rule for all its calls; a file of
   *     that name is never mistaken for it
   */
  default List<String> keys(String tool) {
    List<String> wanted =
        switch (this) {
          case Unread _ -> List.of();
          case Request request ->
              List.of(
                  "=" + request.method + " " + request.url(),
                  request.method + " " + request.origin + request.path,
                  request.method + " " + request.origin + "/*");
          case File(Kind _, String path) ->
              path.lastIndexOf('/') <= 0
                  ? List.of(TargetPattern.exactly(path, tool))
                  : List.of(
                      TargetPattern.exactly(path, tool),
                      path.substring(0, path.lastIndexOf('/')) + "/**");
        };
    // A path with a star at its end would be read as more than itself.
    List<String> keys =
        wanted.stream()
            .filter(key -> !key.equals(tool))
            .filter(
                key -> {
                  TargetPattern pattern = TargetPattern.parse(key);
                  return pattern != null && pattern.covers(this);
                })
            .filter(key -> isExactEnough(key, wanted))
            .distinct()
            .toList();
    return keys.isEmpty() || !keys.getFirst().equals(wanted.getFirst()) ? List.of() : keys;
  }

  /** Only the last of the keys may speak for more than this place. */
  private static boolean isExactEnough(String key, List<String> wanted) {
    TargetPattern pattern = TargetPattern.parse(key);
    return key.equals(wanted.getLast()) || (pattern != null && !pattern.isPrefix());
  }
}
