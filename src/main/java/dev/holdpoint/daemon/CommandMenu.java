package dev.holdpoint.daemon;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.Column.Overflow;
import picocli.CommandLine.Help.TextTable;
import picocli.CommandLine.Model.CommandSpec;

/** The commands of the program, in the groups in which its help lists them. */
final class CommandMenu {
  private static final int INDENT = 2;

  private final Map<String, Map<String, Supplier<Object>>> groups = new LinkedHashMap<>();
  private final Map<String, Supplier<Object>> all = new LinkedHashMap<>();
  private String group = "";

  /** The commands that are added next belong to this group. */
  CommandMenu group(String name) {
    group = name;
    return this;
  }

  CommandMenu add(String name, Supplier<Object> command) {
    groups.computeIfAbsent(group, _ -> new LinkedHashMap<>()).put(name, command);
    if (all.put(name, command) != null) {
      throw new IllegalStateException("there are two commands " + name);
    }
    return this;
  }

  /** For the launcher alone: in no group, and not in the help. */
  CommandMenu addHidden(String name, Supplier<Object> command) {
    all.put(name, command);
    return this;
  }

  Map<String, Supplier<Object>> all() {
    return all;
  }

  /** The part of the root's help that lists the commands. */
  String listed(Help help) {
    int names = all.keySet().stream().mapToInt(String::length).max().orElse(0) + INDENT;
    int width = help.commandSpec().usageMessage().width();
    StringBuilder text = new StringBuilder();
    groups.forEach(
        (name, commands) -> {
          TextTable table =
              TextTable.forColumns(
                  help.colorScheme(),
                  new Column(names, INDENT, Overflow.SPAN),
                  new Column(width - names, INDENT, Overflow.WRAP));
          commands.keySet().forEach(command -> table.addRowValues(command, said(help, command)));
          text.append(System.lineSeparator()).append(name).append(":");
          text.append(System.lineSeparator()).append(table);
        });
    return text.toString();
  }

  private static String said(Help help, String command) {
    CommandSpec spec = Objects.requireNonNull(help.subcommands().get(command)).commandSpec();
    String[] description = spec.usageMessage().description();
    return description.length == 0 ? "" : description[0];
  }
}
