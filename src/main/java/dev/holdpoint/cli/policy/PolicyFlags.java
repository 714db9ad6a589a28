package dev.holdpoint.cli.policy;

import dev.holdpoint.api.policy.PolicyBodies.PolicyHours;
import dev.holdpoint.api.policy.PolicyBodies.PolicyMatchBody;
import dev.holdpoint.api.policy.PolicyBodies.PolicyRisk;
import dev.holdpoint.cli.Spans;
import dev.holdpoint.cli.WireNames;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a policy is to be, but for its name and expression: {@code @Mixin PolicyFlags wish}. */
final class PolicyFlags {
  @Option(
      names = "--tenant",
      paramLabel = "TENANT",
      description = "only requests of this tenant (default: of every tenant)")
  @Nullable String tenant;

  @Option(names = "--kind", paramLabel = "KIND", description = "approval or question; repeatable")
  private @Nullable List<String> kinds;

  @Option(
      names = "--session",
      paramLabel = "SESSION",
      description = "only of this session, or 'prefix*'; repeatable, as all that follow")
  private @Nullable List<String> sessions;

  @Option(names = "--persona", paramLabel = "PERSONA", description = "only of this persona")
  private @Nullable List<String> personas;

  @Option(
      names = "--agent",
      paramLabel = "AGENT",
      description = "only of native, acp:NAME, hook, mcp, mcp:CLIENT or external")
  private @Nullable List<String> agents;

  @Option(
      names = "--tool",
      paramLabel = "TOOL",
      description = "only for this tool, 'prefix*', or '*'")
  private @Nullable List<String> tools;

  @Option(
      names = "--command",
      paramLabel = "PATTERN",
      description = "only for this command, or its first words and ' *'")
  private @Nullable List<String> commands;

  @Option(
      names = "--declared-risk",
      paramLabel = "RISK",
      description = "only if the asker declares it: normal, high")
  private @Nullable List<String> risks;

  @Option(
      names = "--veto",
      paramLabel = "WHO",
      description = "whose no ends an approval (default: anyone)")
  @Nullable String veto;

  @Option(
      names = "--requester-may-approve",
      description = "the principal that submitted the work may approve it")
  boolean requester;

  @Option(names = "--not-distinct", description = "one person may count in several places")
  boolean notDistinct;

  @Option(
      names = "--require-signature",
      description = "only signed decisions count; needs --tenant")
  boolean signature;

  @Option(
      names = "--risk",
      paramLabel = "RISK",
      converter = RiskNames.class,
      completionCandidates = RiskNames.class,
      description = "how much is at stake: ${COMPLETION-CANDIDATES} (default: normal)")
  @Nullable PolicyRisk risk;

  @Option(
      names = "--editable",
      paramLabel = "POINTER",
      description = "a place of the input that may be changed, as a JSON pointer")
  private @Nullable List<String> editable;

  @Option(names = "--not-editable", description = "nothing of the input may be changed")
  private boolean notEditable;

  @Option(
      names = "--time-zone",
      paramLabel = "ZONE",
      description = "of --open, such as Europe/Berlin")
  private @Nullable String zone;

  @Option(
      names = "--open",
      paramLabel = "HOURS",
      description = "times run only then, such as 'mon-fri 08:00-18:00'")
  private @Nullable List<String> open;

  @Option(
      names = "--remind-unseen",
      paramLabel = "TIME",
      converter = Spans.class,
      description = "remind so often while nobody has looked: 45s, 90m, 12h")
  private @Nullable Duration remind;

  @Option(names = "--note", paramLabel = "TEXT", description = "for those who decide")
  @Nullable String note;

  @Option(names = "--disabled", description = "keep it, but do not apply it")
  boolean disabled;

  PolicyMatchBody match() {
    return new PolicyMatchBody(kinds, sessions, personas, agents, tools, commands, risks);
  }

  @Nullable List<String> editable() {
    return notEditable ? List.of() : editable;
  }

  /** What is missing of the two, the daemon tells. */
  @Nullable PolicyHours hours() {
    return zone == null && open == null
        ? null
        : new PolicyHours(zone == null ? "" : zone, open == null ? List.of() : open);
  }

  @Nullable Long remindMs() {
    return remind == null ? null : (Long) remind.toMillis();
  }

  static final class RiskNames extends WireNames<PolicyRisk> {
    RiskNames() {
      super(PolicyRisk.class);
    }
  }
}
