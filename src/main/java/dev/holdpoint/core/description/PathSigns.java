package dev.holdpoint.core.description;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the path of a file says about it, however it is spelled. */
public final class PathSigns {
  private static final Set<String> PROFILES =
      Set.of(
          ".bashrc",
          ".bash_profile",
          ".bash_login",
          ".bash_logout",
          ".profile",
          ".zshrc",
          ".zshenv",
          ".zprofile",
          ".zlogin",
          "config.fish");

  private static final int LONGEST = 4_096;

  private PathSigns() {}

  /** Keys and what else nobody should read or replace unseen. */
  static boolean holdsSecrets(String path) {
    // A text that holds a path is none.
    return path.indexOf('.') >= 0 && path.indexOf('\n') < 0 && isSecret(folded(path));
  }

  /** The same, and what runs by itself once it is there. */
  public static boolean isSensitive(String path) {
    String folded = folded(path);
    return isSecret(folded)
        || PROFILES.contains(name(folded))
        || has(folded, ".git/hooks/")
        || has(folded, ".github/workflows/");
  }

  private static boolean isSecret(String folded) {
    String name = name(folded);
    return name.startsWith(".env") || name.endsWith(".pem") || has(folded, ".ssh/");
  }

  /**
   * Its names, each with a slash behind it: without dots, and in small letters, since some file
   * systems make no difference. Empty where no file has so long a path.
   */
  private static String folded(String path) {
    StringBuilder out = new StringBuilder();
    int from = 0;
    for (int i = 0; i <= path.length(); i++) {
      if (i < path.length() && !isSlash(path.charAt(i))) {
        continue;
      }
      int length = i - from;
      if (length == 2 && path.startsWith("..", from)) {
        out.setLength(Math.max(0, out.lastIndexOf("/", out.length() - 2) + 1));
      } else if (length > 1 || (length == 1 && path.charAt(from) != '.')) {
        out.append(path, from, i).append('/');
      }
      from = i + 1;
    }
    return out.length() > LONGEST ? "" : out.toString().toLowerCase(Locale.ROOT);
  }

  private static boolean isSlash(char c) {
    return c == '/' || c == '\\';
  }

  private static String name(String folded) {
    int end = Math.max(0, folded.length() - 1);
    return folded.substring(folded.lastIndexOf('/', end - 1) + 1, end);
  }

  private static boolean has(String folded, String part) {
    return folded.startsWith(part) || folded.contains("/" + part);
  }

  /** Whether it is absolute, in a home folder, or goes up; of one that is too long nobody knows. */
  static boolean leadsOut(String path) {
    boolean drive =
        path.length() > 2
            && Character.isLetter(path.charAt(0))
            && path.charAt(1) == ':'
            && isSlash(path.charAt(2));
    return drive
        || path.length() > LONGEST
        || path.startsWith("/")
        || path.startsWith("~")
        || path.startsWith("$HOME")
        || path.startsWith("${HOME")
        || path.startsWith("\\\\")
        || goesUp(path);
  }

  /** By hand: an expression that looks for the dots behind each slash takes the square of it. */
  static boolean goesUp(CharSequence path) {
    int from = 0;
    boolean dots = true;
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      if (isSlash(c)) {
        if (dots && i - from == 2) {
          return true;
        }
        from = i + 1;
        dots = true;
      } else {
        dots &= c == '.';
      }
    }
    return dots && path.length() - from == 2;
  }

  /** Whether the path of a file tool is not in the folder of its asker. */
  static boolean isOutside(String path, @Nullable String folder) {
    if (path.length() > LONGEST) {
      return true;
    }
    if (folder != null && folder.length() > 1 && !goesUp(path)) {
      String base = folder.endsWith("/") ? folder : folder + "/";
      if (path.startsWith(base)) {
        return false;
      }
    }
    return leadsOut(path);
  }
}
