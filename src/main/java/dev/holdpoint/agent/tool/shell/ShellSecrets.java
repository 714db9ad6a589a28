package dev.holdpoint.agent.tool.shell;

import dev.holdpoint.agent.tool.input.CannotDo;
import dev.holdpoint.agent.tool.input.UsedSecrets;
import dev.holdpoint.core.secret.Placeholders;
import dev.holdpoint.core.secret.SecretValues;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A command and the secrets it names. The values are in the environment of its process and nowhere
 * else; its text has references to them.
 */
public record ShellSecrets(String command, Map<String, String> variables) {
  /** No variable that means something to anybody begins so. */
  private static final String PREFIX = "HOLDPOINT_SECRET_";

  private static final Pattern MENTION = Pattern.compile("\\$\\{?[#!]?([A-Z][A-Z0-9_]{0,63})\\b");

  /** Variables by which others can be made to do something else. */
  private static final Pattern MEANINGFUL =
      Pattern.compile(
          "(LD_|DYLD_|BASH|LC_|GLIBC_|MALLOC_|HOLDPOINT_|PS[0-9]|HIST|DIR|OPT).*"
              + "|PATH|HOME|IFS|ENV|SHELL|SHELLOPTS|CDPATH|GLOBIGNORE|USER|LOGNAME|PWD|OLDPWD"
              + "|TMPDIR|TERM|TZ|LANG|LANGUAGE|PROMPT_COMMAND|EDITOR|VISUAL|PAGER|PYTHONPATH"
              + "|PYTHONSTARTUP|PYTHONHOME|PERL5OPT|PERL5LIB|RUBYOPT|RUBYLIB|NODE_OPTIONS"
              + "|JAVA_TOOL_OPTIONS|GIT_SSH|GIT_SSH_COMMAND|GIT_EXTERNAL_DIFF|GIT_EXEC_PATH"
              + "|UID|EUID|PPID|SHLVL|RANDOM|SECONDS|LINENO|FUNCNAME|GROUPS|HOSTNAME|IGNOREEOF"
              + "|POSIXLY_CORRECT|TMOUT|REPLY|MAIL|MAILPATH|MAILCHECK");

  public static ShellSecrets of(String command, SecretValues secrets) throws CannotDo {
    Set<String> asked = Placeholders.aliases(command);
    Map<String, String> variables = new LinkedHashMap<>();
    for (String alias : asked) {
      variables.put(PREFIX + alias, UsedSecrets.value(secrets, alias));
    }
    Set<String> mentioned = new HashSet<>();
    Matcher mention = MENTION.matcher(command);
    while (mention.find()) {
      String alias = mention.group(1);
      if (secrets.has(alias) && !MEANINGFUL.matcher(alias).matches()) {
        variables.put(alias, UsedSecrets.value(secrets, alias));
        mentioned.add(alias);
      }
    }
    for (Map.Entry<String, String> variable : variables.entrySet()) {
      if (variable.getValue().indexOf('\0') >= 0) {
        throw new CannotDo(
            "The secret "
                + bare(variable.getKey())
                + " contains a NUL character, which commands do not support. Nothing was "
                + "run.");
      }
    }
    return new ShellSecrets(
        variables.isEmpty() ? command : ShellText.fill(command, alias -> PREFIX + alias, mentioned),
        variables);
  }

  /** Why a value cannot stand where it would be run, and what can. */
  static String refusal(String runner, String alias) {
    String start =
        "The secret %s is in a place where `%s` would run it as part of a program. Nothing was run. "
            .formatted(alias, runner);
    if (MEANINGFUL.matcher(alias).matches()) {
      return start
          + "Write \"$VALUE\" there, in single quotes, and VALUE={{secret:%s}} before the command."
              .formatted(alias);
    }
    String elsewhere =
        runner.equals("ssh")
            ? " The other machine does not have that variable; to use it in single quotes, send the"
                + " value through a pipe and read it there."
            : "";
    return start
        + "Write \"$%s\" there, in single quotes: the program that runs the text has that variable."
            .formatted(alias)
        + elsewhere;
  }

  static void refuse(@Nullable String runner, String alias) throws CannotDo {
    if (runner != null) {
      throw new CannotDo(refusal(runner, alias));
    }
  }

  static void refuse(CommandWords.@Nullable Refused refused) throws CannotDo {
    if (refused != null) {
      throw new CannotDo(
          refused.runner().equals("[[")
              ? evaluated("[[", refused.alias())
              : refusal(refused.runner(), refused.alias()));
    }
  }

  /** Why a value cannot stand where bash or a program would read it once more. */
  static String evaluated(String evaluator, String alias) {
    return ("The secret %s is in a place where it would be evaluated (`%s`), so that "
            + "commands in it would run. Nothing was run. Use it as text, as in [[ "
            + "\"$%s\" = x ]], or in single quotes where a program runs the text.")
        .formatted(alias, evaluator, alias);
  }

  private static String bare(String variable) {
    return variable.startsWith(PREFIX) ? variable.substring(PREFIX.length()) : variable;
  }

  /** Records print their members; values must not end up in a log that way. */
  @Override
  public String toString() {
    return "ShellSecrets" + variables.keySet();
  }
}
