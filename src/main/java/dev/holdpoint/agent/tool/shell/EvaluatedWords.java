package dev.holdpoint.agent.tool.shell;

import dev.holdpoint.core.permission.ProgramRunners;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Places where bash itself reads a value once more, as a sum or as the name of a variable, and runs
 * the commands in its subscripts; and variables whose values programs run.
 */
final class EvaluatedWords {
  private static final String NAME = "[A-Za-z_][A-Za-z0-9_]*";

  /** The beginning of a subscript. */
  private static final Pattern SUBSCRIPT = Pattern.compile("(?<![A-Za-z0-9_])" + NAME + "\\[");

  /** The beginning of a part of a value, whose place is a sum. */
  private static final Pattern PART = Pattern.compile("\\$\\{[!#]?" + NAME + "(\\[|:(?![-=?+]))");

  private static final Pattern TEXT_FLAG =
      Pattern.compile("-[A-Za-z]*[cerpE]|--(eval|print|command|execute)");
  private static final Pattern SUM_FLAG = Pattern.compile("-[A-Za-z]*[in][A-Za-z]*");

  private static final Pattern ASSIGNED =
      Pattern.compile("(" + NAME + ")(\\[.*\\])?\\+?=.*", Pattern.DOTALL);

  private static final Pattern RUN =
      Pattern.compile(
          "LD_.*|DYLD_.*|BASH_.*|ENV|SHELL|PS[0-9]|PROMPT_COMMAND|IFS|EDITOR|VISUAL|PAGER|BROWSER"
              + "|.*_(EDITOR|PAGER|COMMAND|ASKPASS|RSH|SSH|WRAPPER|BROWSER|SHELL|EXEC_PATH)"
              + "|.*(OPTIONS|OPTS|FLAGS|OPT)|GIT_(SSH|EXTERNAL_DIFF|CONFIG.*|TEMPLATE_DIR)"
              + "|MANPAGER|FCEDIT|HGEDITOR|LESSOPEN|LESSCLOSE|PYTHON.*|PERL5.*|RUBY.*|NODE_.*"
              + "|CC|CXX|LD|AR|RUSTC|CLASSPATH|MAKEFILES");

  private static final Set<String> SUMS = Set.of("-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-v");
  private static final Set<String> DECLARING =
      Set.of("export", "declare", "typeset", "local", "readonly");
  private static final Set<String> NAMING =
      Set.of("let", "unset", "read", "mapfile", "readarray", "getopts");

  private EvaluatedWords() {}

  /**
   * What would evaluate a value that stands behind the last word's letters; null if nothing would.
   */
  static @Nullable String by(List<String> words, String word) {
    // What stands here is in there if nothing has closed it before; each is read once.
    if (SUBSCRIPT.matcher(word).region(word.lastIndexOf(']') + 1, word.length()).find()
        || PART.matcher(word).region(word.lastIndexOf('}') + 1, word.length()).find()) {
      return word;
    }
    int at = 0;
    while (at < words.size()
        && (ProgramRunners.isBefore(words.get(at)) || ASSIGNED.matcher(words.get(at)).matches())) {
      at++;
    }
    String program = at < words.size() ? words.get(at) : "";
    boolean declares = DECLARING.contains(program);
    Matcher assigned = ASSIGNED.matcher(word);
    boolean sets = (at == words.size() || declares) && assigned.matches();
    if (sets && RUN.matcher(assigned.group(1)).matches()) {
      return assigned.group(1);
    }
    if (declares) {
      boolean sum = words.stream().anyMatch(one -> SUM_FLAG.matcher(one).matches());
      return !sets || sum ? program : null;
    }
    String last = words.isEmpty() ? "" : words.getLast();
    boolean names =
        last.equals("-v")
            && (program.equals("printf") || program.equals("test") || program.equals("["));
    return NAMING.contains(program) || names ? program : null;
  }

  /** Whether the words are of a test by {@code [[} that takes them for sums. */
  static boolean isSum(List<String> words) {
    return (words.contains("[[") || words.contains("]]"))
        && words.stream().anyMatch(SUMS::contains);
  }

  /** The variable that such words set to a value that stands in the last of them; null if none. */
  static @Nullable String variable(List<String> words, String word) {
    Matcher assigned = ASSIGNED.matcher(word);
    if (assigned.matches()) {
      return assigned.group(1);
    }
    return words.size() > 1 && words.getFirst().equals("for") ? words.get(1) : null;
  }

  /** The program that takes what stands in this word for its program's text; null if it is data. */
  static @Nullable String textRunner(List<String> words) {
    int at = 0;
    while (at < words.size()
        && (ProgramRunners.isBefore(words.get(at)) || ASSIGNED.matcher(words.get(at)).matches())) {
      at++;
    }
    if (at >= words.size()) {
      return null;
    }
    String program = words.get(at);
    if (program.equals("eval") || program.equals("trap")) {
      return program;
    }
    boolean text = TEXT_FLAG.matcher(words.getLast()).matches();
    for (int i = at; text && i < words.size() - 1; i++) {
      // Also behind programs such as env and sudo.
      if (ProgramRunners.isInterpreter(words.get(i))
          && ProgramRunners.ofArguments(words.get(i), words.subList(i + 1, words.size())) != null) {
        return words.get(i);
      }
    }
    return null;
  }
}
