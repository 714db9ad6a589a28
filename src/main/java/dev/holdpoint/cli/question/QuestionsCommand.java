package dev.holdpoint.cli.question;

import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.ExitCode;
import picocli.CommandLine.Command;

/** {@code holdpoint questions}. */
@Command(
    name = "questions",
    description = "Questions from agents to people.",
    subcommands = {
      QuestionsList.class,
      QuestionsGet.class,
      QuestionsAsk.class,
      QuestionsAnswer.class,
      QuestionsCancel.class
    },
    footer = {
      "  holdpoint questions list",
      "  holdpoint questions answer qst_01M7EP4BTA0000D5JFGYZTA0B9 --interactive",
      "  DB=$(holdpoint questions ask setup 'Which database?' --option pg=PostgreSQL --option"
          + " lite=SQLite)",
      "",
      ExitCode.TABLE
    })
public final class QuestionsCommand extends CommandGroup {}
