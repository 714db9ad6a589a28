package dev.holdpoint.agent.tool.shell;

import dev.holdpoint.agent.tool.input.CannotDo;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Where values go in a command: into variables, functions and, from these, into shells. */
final class SecretFlow {
  private static final Pattern EXPANSION =
      Pattern.compile("\\$(\\{[!#]?)?([A-Za-z_][A-Za-z0-9_]*|[0-9@*])");

  private static final int MOST_USES = 1_000;
  private static final int MOST_WORDS = 4_000;
  private static final int DEEPEST = 200;

  /** Variables that have a value, and its alias. */
  private final Map<String, String> variables = new HashMap<>();

  private final Set<String> functions = new HashSet<>();

  /** What runs the arguments of a function, and what runs its input. */
  private @Nullable String ofArguments;

  private @Nullable String ofInput;

  /** The alias of a value that is an argument of a function, or its input. */
  private @Nullable String argument;

  private @Nullable String input;

  private int uses;

  /**
   * @param aliases of secrets that the command has as variables of the same name
   */
  SecretFlow(Set<String> aliases) {
    aliases.forEach(alias -> variables.put(alias, alias));
  }

  void define(String function) {
    functions.add(function);
  }

  /** Commands are looked at whole at every use of a secret, so there are bounds to both. */
  private void count(int words) throws CannotDo {
    if (++uses > MOST_USES || words > MOST_WORDS) {
      throw new CannotDo(
          "A command that uses secrets can have at most %d words and use secrets %d times. Nothing was run. Put it into a script, or split it."
              .formatted(MOST_WORDS, MOST_USES));
    }
  }

  /** Commands within commands, so deep. */
  static void checkDepth(int depth) throws CannotDo {
    if (depth > DEEPEST) {
      throw new CannotDo(
          "Commands that use secrets can be nested at most %d deep. Nothing was run."
              .formatted(DEEPEST));
    }
  }

  /** A value stands here. */
  void value(List<String> words, String word, String alias) throws CannotDo {
    count(words.size());
    String variable = EvaluatedWords.variable(words, word);
    if (variable != null) {
      variables.put(variable, alias);
    }
    if (!words.isEmpty()
        && (functions.contains(words.getFirst()) || words.getFirst().equals("set"))) {
      argument = alias;
    }
  }

  /** The alias of what an expansion at this place gives; null if it is no secret. */
  @Nullable String expanded(String text, int at) {
    Matcher expansion = EXPANSION.matcher(text).region(at, text.length());
    return expansion.lookingAt() ? variables.get(expansion.group(2)) : null;
  }

  /**
   * A variable may have a value, and what it becomes may be run.
   *
   * @param commands the one that it stands in, and those around it
   */
  void expand(String text, int at, Iterable<CommandWords> commands) throws CannotDo {
    Matcher expansion = EXPANSION.matcher(text).region(at, text.length());
    if (!expansion.lookingAt()) {
      return;
    }
    String alias = variables.get(expansion.group(2));
    boolean parameter = !Character.isJavaIdentifierStart(expansion.group(2).charAt(0));
    if (alias == null && !parameter) {
      return;
    }
    for (CommandWords command : commands) {
      count(command.command().size());
      String runner = command.textRunner();
      if (runner != null && parameter) {
        // A parameter of a function, or of the script, is the text of a program.
        ofArguments = runner;
      }
      if (alias != null) {
        ShellSecrets.refuse(runner, alias);
        command.write(alias);
      }
    }
  }

  /**
   * A command has been read.
   *
   * @param alias of what it reads through a pipe
   * @param reader what runs its input, if it reads any
   */
  void command(List<String> words, @Nullable String alias, @Nullable String reader) {
    if (!words.isEmpty() && functions.contains(words.getFirst())) {
      input = alias == null ? input : alias;
    } else {
      ofInput = reader == null ? ofInput : reader;
    }
  }

  /** What a function would run of a secret; null when there is nothing. */
  CommandWords.@Nullable Refused refused() {
    if (ofArguments != null && argument != null) {
      return new CommandWords.Refused(ofArguments, argument);
    }
    return ofInput == null || input == null || functions.isEmpty()
        ? null
        : new CommandWords.Refused(ofInput, input);
  }
}
