package dev.holdpoint.core.permission;

import java.util.List;
import java.util.Random;

/** Commands as an agent could write them to get round a rule, from a seed. */
final class ShellGenerator {
  /** Stubs of these names are on the path, and nothing else. */
  static final List<String> PROGRAMS = List.of("aa", "bb", "git");

  /** And these, which run their arguments; of npm, it takes a subcommand. */
  static final List<String> RUNNERS = List.of("env", "npm", "prlimit");

  private static final List<String> ARGUMENTS =
      List.of("push", "pull", "x", "y z", "-f", "#no", "a#b", "*", "f?", "[f]1", "~", "$", "", "=");
  private static final List<String> VARIABLES =
      List.of("$X", "$E", "$S", "${X}", "${E}", "$1", "$@", "$$", "$'a\\x61'", "$\"x\"", "$'aa'");
  private static final List<String> SPICES =
      List.of(
          "#", " #", "\t#", ")#", ";#", "'", "\"", "\\", "\n", "\\\n", ";", "&", "|", "&&", "(",
          ")", "{", "}", "`", "$(", "<", ">", "\t", "  ", "=", "!", "\r", "\u00a0", "$", "*",
          "{,}");

  private final Random random;

  ShellGenerator(long seed) {
    random = new Random(seed);
  }

  String next() {
    String command = list(2);
    for (int spices = random.nextInt(3); spices > 0; spices--) {
      int at = random.nextInt(command.length() + 1);
      command = command.substring(0, at) + any(SPICES) + command.substring(at);
    }
    return command;
  }

  /** The same command with other white space, which may or may not mean the same. */
  String spaced(String command) {
    StringBuilder out = new StringBuilder(random.nextInt(3) == 0 ? " " : "");
    for (int i = 0; i < command.length(); i++) {
      char c = command.charAt(i);
      if (c == ' ') {
        out.append(any(List.of(" ", "  ", "\t", " \t ")));
      } else {
        out.append(c);
      }
    }
    return out.append(any(List.of("", "", " ", "\n", "\t"))).toString();
  }

  private String list(int depth) {
    return switch (random.nextInt(depth > 0 ? 24 : 8)) {
      case 8 ->
          list(depth - 1)
              + any(List.of("; ", " && ", " || ", " | ", " & ", "\n", ";"))
              + list(depth - 1);
      case 9 -> "(" + list(depth - 1) + ")" + any(List.of("", "#'\n" + list(0) + "'", " "));
      case 10 -> "{ " + list(depth - 1) + "; }";
      case 11 -> "if true; then " + list(depth - 1) + "; fi";
      case 12 -> "for i in 1; do " + list(depth - 1) + "; done";
      case 13 -> simple() + " $(" + list(depth - 1) + ")";
      case 14 -> simple() + " \"`" + list(depth - 1) + "`\"";
      case 15 -> simple() + " <<T\n" + list(depth - 1) + "\nT\n" + list(depth - 1);
      case 16 ->
          any(
                  List.of(
                      "X=1 ",
                      "Y='a b' ",
                      "Z=a\\ b ",
                      "! ",
                      "time ",
                      "time -p ",
                      "command ",
                      "exec ",
                      "builtin ",
                      "eval ",
                      ">o ",
                      "2>&1 ",
                      ">'o p' ",
                      "<<<x ",
                      "command -p ",
                      "coproc ",
                      "E+=x ",
                      "A[0]=1 "))
              + list(depth - 1);
      case 17 ->
          simple()
              + any(List.of(" # ", "\t# ", "# ", " '#' "))
              + list(depth - 1)
              + any(List.of("", "\n" + list(0)));
      case 18 -> "f() { " + list(depth - 1) + "; }; f";
      case 19 -> "case x in x) " + list(depth - 1) + ";; esac";
      case 22 -> spelled(any(RUNNERS)) + " " + any(List.of("", "", "exec ")) + list(depth - 1);
      case 23 -> any(List.of("env ", "prlimit ", "npm exec ")) + filledIn();
      case 20 -> "eval " + quoted(list(depth - 1));
      case 21 ->
          any(
                  List.of(
                      "v=" + any(PROGRAMS) + "; $v ",
                      "$(echo " + any(PROGRAMS) + ") ",
                      "`echo " + any(PROGRAMS) + "` ",
                      "{aa,x} ",
                      "./a? ",
                      "a{a,} ",
                      "a$(true)a ",
                      "a${E}a ",
                      "a`true`a ",
                      "v=a; $v$v ",
                      "v='a a'; eval ${v/ /} ",
                      "function f { $X; }; f "))
              + argument();
      default -> simple();
    };
  }

  /** What a program runs whose arguments bash makes up. */
  private String filledIn() {
    return any(
            List.of("$X", "\"$X\"", "a?", "./b*", "[a]a", "{aa,x}", "g*t", "a$E$'a'", "`echo aa`"))
        + " "
        + argument();
  }

  private String simple() {
    StringBuilder out = new StringBuilder(spelled(any(PROGRAMS)));
    for (int words = random.nextInt(4); words > 0; words--) {
      out.append(any(List.of(" ", " ", "  ", "\t"))).append(argument());
    }
    return out.toString();
  }

  private String argument() {
    return random.nextInt(4) == 0 ? any(VARIABLES) : spelled(any(ARGUMENTS));
  }

  /** A word in one of the ways in which it can be quoted, or not quoted at all. */
  private String spelled(String word) {
    return switch (random.nextInt(8)) {
      case 0 -> "'" + word + "'";
      case 1 -> "\"" + word + "\"";
      case 2 -> word.isEmpty() ? "''" : "\\" + word;
      case 3 -> {
        int cut = random.nextInt(word.length() + 1);
        yield word.substring(0, cut)
            + any(List.of("''", "\"\"", "\\\n", "'x'"))
            + word.substring(cut);
      }
      default -> word;
    };
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }

  private String any(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
