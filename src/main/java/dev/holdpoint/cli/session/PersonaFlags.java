package dev.holdpoint.cli.session;

import dev.holdpoint.api.session.DefaultsBodies.CapabilityScope;
import dev.holdpoint.api.session.DefaultsBodies.PersonaRequest;
import dev.holdpoint.cli.StandardInput;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What a persona is to be. */
final class PersonaFlags {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(names = "--name", paramLabel = "TEXT", description = "display name")
  private @Nullable String displayName;

  @Option(names = "--instructions", paramLabel = "TEXT", description = "instructions for the model")
  private @Nullable String instructions;

  @Option(
      names = "--instructions-file",
      paramLabel = "FILE",
      description = "file with the instructions; - is standard input")
  private @Nullable String file;

  @Option(
      names = "--allow-skill",
      split = ",",
      paramLabel = "NAME[,NAME]",
      description = "allow only these skills")
  private List<String> skillAllow = List.of();

  @Option(
      names = "--deny-skill",
      split = ",",
      paramLabel = "NAME[,NAME]",
      description = "deny these skills")
  private List<String> skillDeny = List.of();

  PersonaRequest request(@Nullable String id) {
    CapabilityScope scope =
        skillAllow.isEmpty() && skillDeny.isEmpty()
            ? null
            : new CapabilityScope(
                skillAllow, skillDeny, List.of(), List.of(), List.of(), List.of());
    return new PersonaRequest(id, displayName, text(), scope);
  }

  private @Nullable String text() {
    if (file == null) {
      return instructions;
    }
    if (instructions != null) {
      throw usage("--instructions and --instructions-file cannot be combined");
    }
    try {
      return StandardInput.read(file);
    } catch (IOException e) {
      throw usage("the instructions cannot be read: " + e.getMessage());
    }
  }

  private ParameterException usage(String message) {
    return new ParameterException(command.commandLine(), message);
  }
}
