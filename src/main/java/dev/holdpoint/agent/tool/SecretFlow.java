package dev.holdpoint.agent.tool;

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

  /** Variables that have a value, and its alias. */
  private final Map<String, String> variables = new HashMap<>();

  private final Set<String> functions = new HashSet<>();

  /** What runs the arguments of a function, and what runs its input. */
  private @Nullable String ofArguments;

  private @Nullable String ofInput;

  /** The alias of a value that is an argument of a function, or its input. */
  private @Nullable String argument;

  private @Nullable String input;

  /**
   * @param aliases of secrets that the command has as variables of the same name
   */
  SecretFlow(Set<String> aliases) {
    aliases.forEach(alias -> variables.put(alias, alias));
  }

  void define(String function) {
    functions.add(function);
  }

  /** A value stands here. */
  void value(List<String> words, String word, String alias) {
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
    String alias = expanded(text, at);
    for (CommandWords command : commands) {
      String runner = command.textRunner();
      if (runner != null) {
        parameter(text, at, runner);
      }
      if (alias != null) {
        ShellSecrets.refuse(runner, alias);
        command.write(alias);
      }
    }
  }

  /** A parameter of a function, or of the script, is the text of a program. */
  private void parameter(String text, int at, String runner) {
    Matcher expansion = EXPANSION.matcher(text).region(at, text.length());
    if (expansion.lookingAt() && !Character.isJavaIdentifierStart(expansion.group(2).charAt(0))) {
      ofArguments = runner;
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
