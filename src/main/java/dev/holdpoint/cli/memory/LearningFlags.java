package dev.holdpoint.cli.memory;

import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.memory.LearningBodies.LearningKind;
import dev.holdpoint.api.memory.LearningBodies.LearningScope;
import dev.holdpoint.api.memory.LearningBodies.LearningSensitivity;
import dev.holdpoint.api.memory.LearningBodies.PolicyDecision;
import dev.holdpoint.api.memory.LearningBodies.PublishTier;
import dev.holdpoint.api.memory.LearningBodies.VerificationStatus;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What a learning can be given: {@code @Mixin LearningFlags flags}. */
final class LearningFlags {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      description = "fact, preference, decision, procedure or run_summary")
  private @Nullable String kind;

  @Option(names = "--scope", paramLabel = "SCOPE", description = "who shares it: " + ScopeText.FORM)
  private @Nullable String scope;

  @Option(
      names = "--sensitivity",
      paramLabel = "WORD",
      description = "scoped, or sensitive: never sent to a model or found by a search")
  private @Nullable String sensitivity;

  @Option(
      names = "--tier",
      paramLabel = "WORD",
      description = "active, or provisional: not sent to a model yet")
  private @Nullable String tier;

  @Option(
      names = "--decision",
      paramLabel = "WORD",
      description = "who accepted it: manual, automatic or escalated")
  private @Nullable String decision;

  @Option(
      names = "--verification",
      paramLabel = "WORD",
      description = "unverified, pending, verified or failed")
  private @Nullable String verification;

  @Nullable LearningKind kind() {
    return word("--kind", kind, LearningKind.class);
  }

  @Nullable LearningSensitivity sensitivity() {
    return word("--sensitivity", sensitivity, LearningSensitivity.class);
  }

  @Nullable PublishTier tier() {
    return word("--tier", tier, PublishTier.class);
  }

  @Nullable PolicyDecision decision() {
    return word("--decision", decision, PolicyDecision.class);
  }

  @Nullable VerificationStatus verification() {
    return word("--verification", verification, VerificationStatus.class);
  }

  @Nullable LearningScope scope() {
    if (scope == null) {
      return null;
    }
    LearningScope parsed = ScopeText.parse(scope);
    if (parsed == null) {
      throw new ParameterException(
          command.commandLine(), "--scope must be " + ScopeText.FORM + ", not '" + scope + "'");
    }
    return parsed;
  }

  private <E extends Enum<E>> @Nullable E word(String flag, @Nullable String text, Class<E> type) {
    if (text == null) {
      return null;
    }
    E[] all = Objects.requireNonNull(type.getEnumConstants());
    for (E one : all) {
      if (Wire.name(one).equals(text)) {
        return one;
      }
    }
    throw new ParameterException(
        command.commandLine(),
        "%s must be one of %s, not '%s'"
            .formatted(
                flag, Arrays.stream(all).map(Wire::name).collect(Collectors.joining(", ")), text));
  }
}
