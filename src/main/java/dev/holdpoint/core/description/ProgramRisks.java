package dev.holdpoint.core.description;

import dev.holdpoint.core.description.SimpleCommand.Word;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What programs do that is worth a second look, by their names and the words behind them. */
final class ProgramRisks {
  private static final Pattern DISK =
      Pattern.compile("mkfs(?:\\..+)?|fdisk|parted|wipefs|shutdown|reboot|halt|poweroff");

  private final Notes notes;

  ProgramRisks(Notes notes) {
    this.notes = notes;
  }

  /** Takes what was found. */
  interface Notes {
    void note(RiskCode code, Word from, Word to);
  }

  void look(String name, Word program, List<Word> given) {
    switch (name) {
      case "rm", "srm", "unlink", "shred" ->
          option(RiskCode.DELETE_RECURSIVE, program, given, ProgramRisks::deletes);
      case "find" -> find(program, given);
      case "git" -> git(program, given);
      case "kubectl" -> verb(RiskCode.DELETE_REMOTE, program, given, "delete");
      case "terraform", "tofu" -> {
        verb(RiskCode.DELETE_REMOTE, program, given, "destroy");
        if (has(given, "apply") != null) {
          named(RiskCode.UNREVIEWED_APPLY, program, given, "-auto-approve", "--auto-approve");
        }
      }
      case "aws" -> {
        if (has(given, "s3") != null) {
          named(RiskCode.DELETE_REMOTE, program, given, "rm", "rb");
        }
      }
      case "curl" -> curl(program, given);
      case "dd" -> option(RiskCode.DEVICE, program, given, word -> word.startsWith("of=/dev/"));
      case "chmod" -> option(RiskCode.RIGHTS, program, given, ShellOptions::opensToAll);
      case "npm", "cargo", "yarn", "pnpm" -> verb(RiskCode.PUBLISH, program, given, "publish");
      case "docker", "podman" -> verb(RiskCode.PUBLISH, program, given, "push");
      case "twine" -> verb(RiskCode.PUBLISH, program, given, "upload");
      case "helm" -> verb(RiskCode.UNREVIEWED_APPLY, program, given, "upgrade");
      case "gh" -> {
        if (has(given, "release") != null) {
          named(RiskCode.PUBLISH, program, given, "create");
        }
      }
      default -> {
        if (DISK.matcher(name).matches()) {
          notes.note(RiskCode.DISK, program, program);
        }
      }
    }
    Word sync = name.equals("rsync") ? program : has(given, "sync");
    Word delete = sync == null ? null : has(given, "--delete");
    if (delete != null) {
      notes.note(RiskCode.DELETE_REMOTE, program, delete);
    }
  }

  private void find(Word program, List<Word> given) {
    named(RiskCode.DELETE_RECURSIVE, program, given, "-delete");
    for (int i = 0; i + 1 < given.size(); i++) {
      if (given.get(i).value().startsWith("-exec") && given.get(i + 1).name().equals("rm")) {
        notes.note(RiskCode.DELETE_RECURSIVE, program, given.get(i + 1));
      }
    }
  }

  private void git(Word program, List<Word> given) {
    if (has(given, "clean") != null) {
      option(
          RiskCode.DELETE_RECURSIVE,
          program,
          given,
          word -> word.equals("--force") || ShellOptions.has(word, "f"));
    }
    if (has(given, "push") != null) {
      option(RiskCode.FORCE_PUSH, program, given, ProgramRisks::overwrites);
    }
  }

  private static boolean deletes(String word) {
    return word.equals("--recursive") || word.equals("--force") || ShellOptions.has(word, "rRf");
  }

  private static boolean overwrites(String word) {
    return word.equals("--force")
        || word.equals("--force-with-lease")
        || word.startsWith("--force-with-lease=")
        || word.equals("--mirror")
        || (word.length() > 1 && word.startsWith("+"))
        || ShellOptions.has(word, "f");
  }

  private void curl(Word program, List<Word> given) {
    for (int i = 0; i < given.size(); i++) {
      String value = given.get(i).value();
      boolean next = (value.equals("-X") || value.equals("--request")) && i + 1 < given.size();
      String method = next ? given.get(i + 1).value() : value;
      if ((next && method.equals("DELETE"))
          || value.equals("-XDELETE")
          || value.equals("--request=DELETE")) {
        notes.note(RiskCode.DELETE_REMOTE, program, given.get(next ? i + 1 : i));
      }
    }
  }

  private void option(RiskCode code, Word program, List<Word> given, Predicate<String> found) {
    given.stream()
        .filter(word -> found.test(word.value()))
        .findFirst()
        .ifPresent(word -> notes.note(code, program, word));
  }

  private void named(RiskCode code, Word program, List<Word> given, String... values) {
    for (String value : values) {
      Word word = has(given, value);
      if (word != null) {
        notes.note(code, program, word);
      }
    }
  }

  /** Its subcommand: the first word that is no option, or follows one. */
  private void verb(RiskCode code, Word program, List<Word> given, String value) {
    for (int i = 0; i < given.size(); i++) {
      String word = given.get(i).value();
      if (word.equals(value)) {
        notes.note(code, program, given.get(i));
        return;
      }
      boolean afterOption = i > 0 && given.get(i - 1).value().startsWith("-");
      if (!word.startsWith("-") && !afterOption) {
        return;
      }
    }
  }

  private static @Nullable Word has(List<Word> given, String value) {
    for (Word word : given) {
      if (word.value().equals(value)) {
        return word;
      }
    }
    return null;
  }
}
