package dev.holdpoint.cli.gate;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalGrant;
import dev.holdpoint.api.permission.PermissionBodies.PermissionScopeKind;
import dev.holdpoint.cli.Spans;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** How long the like is allowed as well: {@code @Mixin GrantFlags grant}. */
final class GrantFlags {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--for",
      paramLabel = "SPAN",
      converter = Reach.class,
      completionCandidates = Reach.class,
      description =
          "also add a rule that allows similar calls: ${COMPLETION-CANDIDATES} (in "
              + "every session)")
  private @Nullable PermissionScopeKind reach;

  @Option(
      names = "--pattern",
      paramLabel = "KEY",
      description =
          "pattern of the rule, one of the request's pattern keys (default: the "
              + "most specific)")
  private @Nullable String pattern;

  @Option(
      names = "--expires",
      paramLabel = "TIME",
      converter = Lifetime.class,
      description =
          "with --for: lifetime of the rule, 45s, 90m, 12h, 30d, or never: until it is revoked "
              + "(default: 8h)")
  private @Nullable Duration expires;

  @Option(
      names = "--max-uses",
      paramLabel = "N",
      description = "with --for: maximum number of calls that the rule decides (default: no limit)")
  private @Nullable Integer maxUses;

  /** A person who wants a rule that stays says so; the working day is over after this. */
  private static final Duration DEFAULT = Duration.ofHours(8);

  private static final Duration NEVER = ChronoUnit.FOREVER.getDuration();

  /** A time span, or {@code never}. */
  static final class Lifetime implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      return text.equals("never") ? NEVER : new Spans().convert(text);
    }
  }

  /** {@code session} is the session that asks, {@code always} every session of the tenant. */
  static final class Reach implements ITypeConverter<PermissionScopeKind>, Iterable<String> {
    @Override
    public PermissionScopeKind convert(String text) {
      return switch (text) {
        case "session" -> PermissionScopeKind.SESSION;
        case "always" -> PermissionScopeKind.USER;
        default ->
            throw new TypeConversionException("'" + text + "' is not one of session, always");
      };
    }

    @Override
    public Iterator<String> iterator() {
      return List.of("session", "always").iterator();
    }
  }

  /** Null when only what was asked is allowed. */
  @Nullable ApprovalGrant read() {
    if (reach == null) {
      if (pattern != null || expires != null || maxUses != null) {
        throw usage("--pattern, --expires and --max-uses require --for session or --for always");
      }
      return null;
    }
    return new ApprovalGrant(
        reach,
        pattern,
        NEVER.equals(expires) ? null : System.currentTimeMillis() + lifetime().toMillis(),
        maxUses);
  }

  private Duration lifetime() {
    return expires == null ? DEFAULT : expires;
  }

  /** What people are told who have not said how long the rule lasts; null otherwise. */
  @Nullable String said() {
    return reach == null || expires != null
        ? null
        : "The rule expires in 8 hours. With --expires never it lasts until it is revoked.";
  }

  boolean hasPattern() {
    return pattern != null;
  }

  private ParameterException usage(String message) {
    return new ParameterException(command.commandLine(), message);
  }
}
