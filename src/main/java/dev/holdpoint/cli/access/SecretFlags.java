package dev.holdpoint.cli.access;

import dev.holdpoint.cli.StandardInput;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Secrets that go with a yes: {@code @Mixin SecretFlags secrets}. None is ever an argument. */
final class SecretFlags {
  private static final Pattern FORM = Pattern.compile("([A-Z][A-Z0-9_]{0,63})=(-|@(.+))");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--secret",
      paramLabel = "ALIAS=@FILE",
      description =
          "a requested secret, from a file; ALIAS=- reads it from standard input. "
              + "A trailing line break is removed")
  private List<String> given = List.of();

  boolean isGiven() {
    return !given.isEmpty();
  }

  Map<String, String> read() throws IOException {
    Map<String, String> values = new LinkedHashMap<>();
    boolean piped = false;
    for (String one : given) {
      Matcher form = FORM.matcher(one);
      if (!form.matches()) {
        // Not repeated: it may be the secret itself.
        throw usage("--secret must be ALIAS=@FILE or ALIAS=-; a value is never an argument");
      }
      boolean fromPipe = form.group(2).equals("-");
      if (fromPipe && piped) {
        throw usage("only one secret can be read from standard input");
      }
      piped |= fromPipe;
      String text = StandardInput.read(fromPipe ? "-" : form.group(3));
      if (values.put(form.group(1), text.replaceFirst("\r?\n$", "")) != null) {
        throw usage("--secret " + form.group(1) + " is given twice");
      }
    }
    return values;
  }

  boolean isPiped() {
    return given.stream().anyMatch(one -> one.endsWith("=-"));
  }

  private ParameterException usage(String message) {
    return new ParameterException(command.commandLine(), message);
  }
}
