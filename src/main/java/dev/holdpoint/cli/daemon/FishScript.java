package dev.holdpoint.cli.daemon;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The completion script for fish: one function that finds out which command stands in the line and
 * prints what may follow, each with its description. One {@code complete} line for each flag would
 * make fish ask a condition for each of them, hundreds of times a key.
 */
final class FishScript {
  private static final int LONGEST_DESCRIPTION = 100;

  /** Labels of what is a path, although the command takes it as a text. */
  private static final Set<String> PLACES = Set.of("FILE", "DIR", "DATA", "PATH");

  private final StringBuilder words = new StringBuilder();
  private final StringBuilder values = new StringBuilder();
  private final StringBuilder arguments = new StringBuilder();
  private final List<String> paths = new ArrayList<>();

  private FishScript() {}

  static String of(CommandLine root) {
    FishScript script = new FishScript();
    script.take("", root.getCommandSpec());
    return script.text(root.getCommandName());
  }

  private void take(String path, CommandSpec spec) {
    if (!path.isEmpty()) {
      paths.add(path);
    }
    List<String> next = new ArrayList<>();
    Map<String, CommandLine> commands = new LinkedHashMap<>(spec.subcommands());
    commands.values().removeIf(command -> command.getCommandSpec().usageMessage().hidden());
    commands.forEach(
        (name, command) ->
            next.add(
                candidate(name, first(command.getCommandSpec().usageMessage().description()))));
    List<String> flags = new ArrayList<>();
    for (OptionSpec option : spec.options()) {
      if (!option.hidden()) {
        for (String name : option.names()) {
          flags.add(candidate(name, described(option)));
        }
        if (option.arity().max() > 0) {
          String names = String.join(" ", quoted(path, option.names()));
          List<String> follow = valuesOf(option);
          // Any text: nothing is offered, and no other word is.
          values.append(branch(names, follow.isEmpty() ? List.of("true") : follow));
        }
      }
    }
    words.append(branch(quote(path), List.of(printed(next), "if $flag", printed(flags), "end")));
    List<String> positional = new ArrayList<>();
    for (PositionalParamSpec parameter : spec.positionalParameters()) {
      positional.addAll(valuesOf(parameter));
    }
    if (!positional.isEmpty()) {
      arguments.append(branch(quote(path), positional));
    }
    commands.forEach(
        (name, command) ->
            take(path.isEmpty() ? name : path + " " + name, command.getCommandSpec()));
  }

  private static List<String> quoted(String path, String[] names) {
    List<String> quoted = new ArrayList<>();
    for (String name : names) {
      quoted.add(quote(path + " " + name));
    }
    return quoted;
  }

  private static List<String> valuesOf(ArgSpec argument) {
    if (argument.completionCandidates() != null) {
      List<String> candidates =
          StreamSupport.stream(argument.completionCandidates().spliterator(), false)
              .map(value -> candidate(value, ""))
              .toList();
      return List.of(printed(candidates));
    }
    Class<?> type = argument.auxiliaryTypes()[0];
    return type == Path.class || type == File.class || PLACES.contains(argument.paramLabel())
        ? List.of("__fish_complete_path $word")
        : List.of();
  }

  private static String branch(String names, List<String> lines) {
    return "        case "
        + names
        + "\n"
        + lines.stream()
            .filter(line -> !line.isEmpty())
            .map(line -> "            " + line + "\n")
            .collect(Collectors.joining());
  }

  private static String printed(List<String> candidates) {
    return candidates.isEmpty() ? "true" : "printf '%s\\n' " + String.join(" ", candidates);
  }

  private static String candidate(String word, String description) {
    return quote(description.isEmpty() ? word : word + "\t" + description);
  }

  private static String described(OptionSpec option) {
    String said = first(option.description());
    if (option.completionCandidates() != null) {
      String all = String.join(", ", option.completionCandidates());
      said = said.replace("${COMPLETION-CANDIDATES}", all);
    }
    return said.replace("${DEFAULT-VALUE}", String.valueOf(option.defaultValueString()));
  }

  private static String first(String[] description) {
    if (description.length == 0) {
      return "";
    }
    String line = description[0].replaceAll("@\\|\\S+ |\\|@", "").replaceAll("%n|\\s+", " ");
    line = line.replace("%%", "%").strip();
    return line.length() <= LONGEST_DESCRIPTION
        ? line
        : line.substring(0, LONGEST_DESCRIPTION - 1).strip() + "…";
  }

  /** In single quotes, where fish reads two escapes and nothing else. */
  private static String quote(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }

  private String text(String program) {
    String known =
        paths.stream().map(FishScript::quote).collect(Collectors.joining(" \\\n        "));
    return """
    # Completion of %1$s for fish.
    # Install it: %1$s completion fish > ~/.config/fish/completions/%1$s.fish

    # The command that the line names so far: 'approvals list'.
    function __%1$s_command
        set -l known \\
            %2$s
        set -l command ''
        for word in $argv
            string match -q -- '-*' $word; and continue
            set -l longer (string trim "$command $word")
            contains -- $longer $known; or continue
            set command $longer
        end
        echo $command
    end

    # What may stand behind a flag.
    function __%1$s_values --argument-names key word
        switch $key
    %3$s        case '*'
                return 1
        end
    end

    function __%1$s_arguments --argument-names command word
        switch $command
    %4$s        case '*'
                return 1
        end
    end

    function __%1$s_words --argument-names command flag
        switch $command
    %5$s    end
    end

    function __%1$s_complete
        set -l before (commandline -opc)
        set -l word (commandline -ct)
        set -l command (__%1$s_command $before[2..-1])
        if string match -q -- '--*=*' $word
            set -l parts (string split -m 1 = -- $word)
            for value in (__%1$s_values "$command $parts[1]" $parts[2])
                echo "$parts[1]=$value"
            end
            return
        end
        if string match -q -- '-*' $before[-1]; and not contains -- -- $before
            __%1$s_values "$command $before[-1]" $word; and return
        end
        set -l flag false
        string match -q -- '-*' $word; and set flag true
        __%1$s_words $command $flag
        $flag; or __%1$s_arguments $command $word
    end

    complete -c %1$s -e
    complete -c %1$s -f -a '(__%1$s_complete)'
    """
        .formatted(program, known, values, arguments, words);
  }
}
