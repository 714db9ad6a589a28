package dev.holdpoint.cli.connect;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which version of a program is on the PATH.
 *
 * @param detail what was found
 * @param warning what is wrong with it; null when nothing is, or when none is there
 * @param tooOld whether it lets tools run when its hook fails
 */
record InstalledVersion(String detail, @Nullable String warning, boolean tooOld) {
  private static final Duration LONGEST = Duration.ofSeconds(3);
  private static final Pattern VERSION = Pattern.compile("(?<![\\w.])v?(\\d+(?:\\.\\d+){1,3})");

  static InstalledVersion of(AgentProgram program, Surroundings around) {
    AgentProgram.Versions known = program.versions;
    Optional<Path> file = around.program(known.executable());
    if (file.isEmpty()) {
      return new InstalledVersion(
          "no program '" + known.executable() + "' on the PATH here; its version was not checked",
          null,
          false);
    }
    String asked = "'" + known.executable() + " --version'";
    Subprocess.Ended ended;
    try {
      ended =
          Subprocess.run(
              List.of(file.get().toString(), "--version"), around.environment(), "", LONGEST);
    } catch (IOException _) {
      return warned(asked + " cannot be run, so the version of " + program.title + " is unknown");
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return warned(asked + " was interrupted");
    }
    if (ended.isLate()) {
      return warned(
          asked + " did not end in 3 s, so the version of " + program.title + " is unknown");
    }
    Matcher found = VERSION.matcher(ended.out());
    if (!found.find()) {
      return warned(
          asked + " printed no version, so the version of " + program.title + " is unknown");
    }
    return judged(program, found.group(1));
  }

  private static InstalledVersion judged(AgentProgram program, String version) {
    AgentProgram.Versions known = program.versions;
    String name = program.title + " " + version;
    if (known.failsClosed() != null && compare(version, known.failsClosed()) < 0) {
      String fault =
          name
              + " is too old: it lets the tool run when the hook fails. Use "
              + known.failsClosed()
              + " or later";
      return new InstalledVersion(fault, fault, true);
    }
    if (known.proven() != null && compare(version, known.proven()) > 0) {
      return warned(
          name
              + " is newer than "
              + known.proven()
              + ", the newest that was tested. Test it with --check --live");
    }
    return new InstalledVersion(name, null, false);
  }

  private static InstalledVersion warned(String warning) {
    return new InstalledVersion(warning, warning, false);
  }

  private static int compare(String one, String other) {
    return Arrays.compare(numbers(one), numbers(other));
  }

  private static long[] numbers(String version) {
    return Arrays.stream(version.split("\\."))
        .mapToLong(number -> number.length() > 15 ? Long.MAX_VALUE : Long.parseLong(number))
        .toArray();
  }
}
