package dev.holdpoint.agent.tool.shell;

import dev.holdpoint.agent.tool.input.CannotDo;
import dev.holdpoint.core.permission.ProgramRunners;
import dev.holdpoint.core.secret.Placeholders;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Puts references to variables in the place of placeholders, quoted as it takes at each place, so
 * that the shell makes one word of the value and never reads it as anything else. It knows as much
 * of the shell's language as that takes; where it is mistaken, a value is split at its blanks or
 * stands there as a reference, but it is never run. Where a program would run the value, it is
 * refused ({@link ProgramRunners}).
 */
final class ShellText {
  private final String text;
  private final UnaryOperator<String> variable;
  private final StringBuilder out = new StringBuilder();
  private final Deque<ShellFrame> frames = new ArrayDeque<>();

  /** The command that is being read, and those that it is part of. */
  private final Deque<CommandWords> commands = new ArrayDeque<>();

  private final List<HereDocument> begun = new ArrayList<>();

  private HereDocument.Nesting nested = new HereDocument.Nesting();

  private final SecretFlow flow;
  private int at;

  private ShellText(String text, UnaryOperator<String> variable, Set<String> aliases) {
    this.flow = new SecretFlow(aliases);
    this.text = text;
    this.variable = variable;
    frames.push(ShellFrame.COMMANDS);
    commands.push(new CommandWords());
  }

  /**
   * @param variable the name of the variable that has the value of an alias
   * @param aliases those that the command has as variables of the same name
   */
  static String fill(String text, UnaryOperator<String> variable, Set<String> aliases)
      throws CannotDo {
    ShellText shell = new ShellText(text, variable, aliases);
    while (shell.at < text.length()) {
      shell.step();
    }
    while (!shell.commands.isEmpty()) {
      shell.endCommand(false);
      shell.commands.pop();
    }
    ShellSecrets.refuse(shell.flow.refused());
    return shell.out.toString();
  }

  private boolean sees(String ahead) {
    return text.startsWith(ahead, at);
  }

  private void copy(int count) {
    int end = Math.min(text.length(), at + count);
    out.append(text, at, end);
    at = end;
  }

  /** The same, as part of a word. */
  private void copyWord(int count) {
    int end = Math.min(text.length(), at + count);
    commands.element().add(text.substring(at, end));
    copy(count);
  }

  private boolean takesPlaceholder(String before, String after) throws CannotDo {
    Placeholders.Place place = sees("{{") ? Placeholders.at(text, at) : null;
    if (place == null) {
      return false;
    }
    String evaluator = commands.element().evaluator();
    if (evaluator != null) {
      throw new CannotDo(ShellSecrets.evaluated(evaluator, place.alias()));
    }
    flow.value(commands.element().command(), commands.element().word(), place.alias());
    for (CommandWords command : commands) {
      ShellSecrets.refuse(command.runner(), place.alias());
      command.carry(place.alias());
    }
    commands.element().add('$');
    return fills(place, before, after);
  }

  private void endCommand(boolean isPipe) throws CannotDo {
    ShellSecrets.refuse(commands.element().endCommand(isPipe, flow));
  }

  private boolean fills(Placeholders.Place place, String before, String after) {
    out.append(before).append("${").append(variable.apply(place.alias())).append('}');
    out.append(after);
    at = place.end();
    return true;
  }

  private void step() throws CannotDo {
    ShellFrame frame = frames.element();
    boolean quoted = frame == ShellFrame.DOUBLE_QUOTES;
    // A shell reads what it finds in a sum once more, and would run what stands in a subscript.
    boolean sum = frame == ShellFrame.ARITHMETIC || frame == ShellFrame.BRACKETS;
    Placeholders.Place summed = isInSum() && sees("{{") ? Placeholders.at(text, at) : null;
    if (summed != null) {
      throw new CannotDo(ShellSecrets.evaluated("$((…))", summed.alias()));
    }
    if (takesPlaceholder(quoted ? "" : "\"", quoted ? "" : "\"")) {
      return;
    }
    char c = text.charAt(at);
    if (c == '$') {
      flow.expand(text, at, commands);
    }
    if (c == '\\') {
      escaped();
    } else if (c == '"') {
      quotes();
    } else if (c == '`') {
      backticks();
    } else if (sees("$((")) {
      enter(ShellFrame.ARITHMETIC, 3);
    } else if (sees("$[")) {
      enter(ShellFrame.BRACKETS, 2);
    } else if (sees("$(")) {
      enter(ShellFrame.PARENTHESES, 2);
    } else if (frame == ShellFrame.DOUBLE_QUOTES) {
      copyWord(1);
    } else if (sum) {
      arithmetic(frame);
    } else {
      command(c);
    }
  }

  /** Quotes around it change nothing. */
  private boolean isInSum() {
    ShellFrame around =
        frames.stream().filter(one -> one != ShellFrame.DOUBLE_QUOTES).findFirst().orElseThrow();
    return around == ShellFrame.ARITHMETIC || around == ShellFrame.BRACKETS;
  }

  /** The next character means itself; a line break joins two lines. */
  private void escaped() {
    copy(1);
    if (sees("\n")) {
      copy(1);
    } else {
      copyWord(1);
    }
  }

  private void arithmetic(ShellFrame frame) throws CannotDo {
    String end = frame == ShellFrame.BRACKETS ? "]" : "))";
    if (sees(end)) {
      leave();
      copy(end.length());
    } else if (sees("(")) {
      enter(ShellFrame.PARENTHESES, 1);
    } else {
      copy(1);
    }
  }

  private void command(char c) throws CannotDo {
    if (c == '\'') {
      singleQuotes();
    } else if (sees("$'")) {
      escapingQuotes();
    } else if (sees("((")) {
      enter(ShellFrame.ARITHMETIC, 2);
    } else if (c == '(') {
      if (!isBehind("<>")) {
        if (sees("()")) {
          commands.element().endWord();
          commands.element().command().stream().reduce((_, last) -> last).ifPresent(flow::define);
        }
        // A subshell, or a function's body to come.
        endCommand(false);
      }
      enter(ShellFrame.PARENTHESES, 1);
    } else if (c == ')') {
      if (frames.element() == ShellFrame.PARENTHESES) {
        leave();
      } else {
        endCommand(false);
      }
      copy(1);
    } else if (c == '#' && isAtWord()) {
      int end = text.indexOf('\n', at);
      copy((end < 0 ? text.length() : end) - at);
    } else if (sees("<<<")) {
      commands.element().redirect(true);
      copy(3);
    } else if (sees("<<")) {
      hereDocument();
    } else {
      plain(c);
    }
  }

  private void plain(char c) throws CannotDo {
    CommandWords words = commands.element();
    if (c == '<' || c == '>') {
      words.redirect(false);
      copy(1);
    } else if ((c == '&' || c == '|') && isRedirection()) {
      copy(1);
    } else if (c == '\n' || c == ';' || c == '&' || c == '|') {
      boolean isPipe = c == '|' && !sees("||");
      endCommand(isPipe);
      copy(sees("||") || sees("|&") ? 2 : 1);
      if (c == '\n' && !begun.isEmpty()) {
        bodies();
      }
    } else if (c == ' ' || c == '\t') {
      words.endWord();
      copy(1);
    } else {
      copyWord(1);
    }
  }

  /** As in {@code 2>&1}, {@code &>file} and {@code >|file}. */
  private boolean isRedirection() {
    return isBehind("<>") || sees("&>");
  }

  private boolean isBehind(String these) {
    return at > 0 && these.indexOf(text.charAt(at - 1)) >= 0;
  }

  private boolean isAtWord() {
    return at == 0 || " \t\n;|&()`".indexOf(text.charAt(at - 1)) >= 0;
  }

  /** What stands inside is a command of its own, and a part of the word that it stands in. */
  private void enter(ShellFrame frame, int length) throws CannotDo {
    CommandWords outer = commands.element();
    SecretFlow.checkDepth(commands.size());
    if (text.charAt(at) == '(' && isBehind("<>")) {
      commands.push(outer.substitution(isBehind("<")));
    } else {
      if (text.charAt(at) != '(') {
        outer.add('$');
      }
      commands.push(outer.inner());
    }
    frames.push(frame);
    copy(length);
  }

  private void leave() throws CannotDo {
    endCommand(false);
    frames.pop();
    commands.pop();
    commands.element().endInner();
  }

  private void quotes() {
    commands.element().add("");
    if (frames.element() == ShellFrame.DOUBLE_QUOTES) {
      frames.pop();
    } else {
      frames.push(ShellFrame.DOUBLE_QUOTES);
    }
    copy(1);
  }

  private void backticks() throws CannotDo {
    if (frames.element() == ShellFrame.BACKTICKS) {
      leave();
      copy(1);
    } else {
      enter(ShellFrame.BACKTICKS, 1);
    }
  }

  /** Nothing is special in them but their end. */
  private void singleQuotes() throws CannotDo {
    commands.element().add("");
    copy(1);
    while (at < text.length() && !sees("'")) {
      if (!takesPlaceholder("'\"", "\"'")) {
        copyWord(1);
      }
    }
    copy(1);
  }

  /** What its escapes stand for is not worked out, so a word with one of them is not known. */
  private void escapingQuotes() throws CannotDo {
    commands.element().add("");
    copy(2);
    while (at < text.length() && !sees("'")) {
      if (sees("\\")) {
        commands.element().add('$');
        copy(2);
      } else if (!takesPlaceholder("'\"", "\"$'")) {
        copyWord(1);
      }
    }
    copy(1);
  }

  private void hereDocument() {
    commands.element().redirect(false);
    copy(2);
    boolean tabs = sees("-");
    copy(tabs ? 1 : 0);
    while (sees(" ") || sees("\t")) {
      copy(1);
    }
    HereDocument.Delimiter delimiter = HereDocument.Delimiter.at(text, at);
    copyWord(delimiter.end() - at);
    CommandWords reader = commands.element();
    begun.add(
        new HereDocument(
            delimiter.word(), delimiter.quoted(), tabs, reader.command(), reader.pipeline()));
  }

  private void bodies() throws CannotDo {
    for (HereDocument document : begun) {
      nested = new HereDocument.Nesting();
      while (at < text.length()) {
        int end = text.indexOf('\n', at);
        int next = end < 0 ? text.length() : end + 1;
        String line = text.substring(at, end < 0 ? next : end);
        if (document.isEnd(line)) {
          copy(next - at);
          break;
        }
        body(document, next);
      }
    }
    begun.clear();
  }

  private void body(HereDocument document, int end) throws CannotDo {
    while (at < end) {
      if (!document.quoted() && sees("\\")) {
        copy(2);
      } else if (document.quoted() && sees("{{") && Placeholders.at(text, at) != null) {
        throw new CannotDo(
            "A here-document with a quoted delimiter is not expanded, so it cannot "
                + "contain a secret. Nothing was run. Remove the quotes from the delimiter.");
      } else if (!takesPlaceholderOf(document)) {
        nest(document);
        copy(1);
      }
    }
  }

  /** Follows the commands and expansions inside of a here-document. */
  private void nest(HereDocument document) throws CannotDo {
    if (document.quoted()) {
      return;
    }
    String alias = sees("$") ? flow.expanded(text, at) : null;
    if (alias != null) {
      ShellSecrets.refuse(CommandWords.runner(document.command(), true, false), alias);
      ShellSecrets.refuse(document.pipeline().carry(alias), alias);
    }
    nested.follow(text.charAt(at), isBehind("$"));
  }

  private boolean takesPlaceholderOf(HereDocument document) throws CannotDo {
    Placeholders.Place place = sees("{{") ? Placeholders.at(text, at) : null;
    if (place == null) {
      return false;
    }
    if (nested.isOpen()) {
      throw new CannotDo(ShellSecrets.evaluated("an expansion in a here-document", place.alias()));
    }
    ShellSecrets.refuse(CommandWords.runner(document.command(), true, false), place.alias());
    ShellSecrets.refuse(document.pipeline().carry(place.alias()), place.alias());
    for (CommandWords command : commands) {
      ShellSecrets.refuse(command.runner(), place.alias());
      // Of the innermost, the next command has begun.
      if (!command.equals(commands.element())) {
        command.carry(place.alias());
      }
    }
    return fills(place, "", "");
  }
}
