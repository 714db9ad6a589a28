package dev.holdpoint.cli.policy;

import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.policy.PolicyBodies.PolicyPreview;
import dev.holdpoint.api.policy.PolicyBodies.PolicyVerdict;
import dev.holdpoint.api.policy.PolicyBodies.PreviewPolicyRequest;
import dev.holdpoint.api.policy.PolicyBodies.PreviewedGate;
import dev.holdpoint.api.policy.PolicyBodies.TriedPolicy;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Times;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "test",
    description = {
      "Shows which pending and which of the newest settled requests a policy matches, and what it "
          + "would have changed. Nothing is changed.",
      "The policy is an existing one, or a new one with --needs; it is tested as if no other came "
          + "before it, with the people of now.",
      "Exit code 10 if people decided who could not have."
    },
    footer = {
      "  holdpoint policies test payments",
      "  holdpoint policies test --needs '1 of group:finance' --tool 'pay_*' --last 1000"
    })
final class PoliciesTest extends NamedThings {
  @Parameters(arity = "0..1", paramLabel = "POLICY", description = "its name, or its id")
  private @Nullable String word;

  @Option(
      names = "--needs",
      paramLabel = "EXPRESSION",
      description = "a new policy, with the flags that follow")
  private @Nullable String needs;

  @Option(
      names = "--last",
      paramLabel = "N",
      description = "number of settled requests to test, 1 to 1000 (default: 200)")
  private @Nullable Integer last;

  @Mixin private PolicyFlags wish;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    PolicyPreview preview = client.policies().preview(request(client));
    if (json()) {
      printJson(preview);
    } else {
      tell(preview);
    }
    return preview.gates().stream().anyMatch(it -> it.verdict() == PolicyVerdict.NOT_ELIGIBLE)
        ? ExitCode.OTHERWISE
        : ExitCode.OK;
  }

  private PreviewPolicyRequest request(HoldpointClient client) throws CallFailed {
    if ((word == null) == (needs == null)) {
      throw usage("give the name of a policy, or a new one with --needs");
    }
    return word != null
        ? new PreviewPolicyRequest(policy(client, word).policyId(), null, last)
        : new PreviewPolicyRequest(
            null,
            new TriedPolicy(
                null,
                wish.tenant,
                null,
                null,
                wish.match(),
                Objects.requireNonNull(needs),
                wish.veto,
                wish.requester,
                !wish.notDistinct,
                wish.signature,
                wish.risk,
                wish.editable(),
                wish.hours(),
                wish.remindMs(),
                wish.note),
            last);
  }

  private void tell(PolicyPreview preview) {
    if (!preview.gates().isEmpty()) {
      Table table = new Table("", "REQUEST", "TOOL", "OUTCOME", "BY", "VERDICT");
      for (PreviewedGate gate : preview.gates()) {
        table.row(
            gate.verdict() == PolicyVerdict.NOT_ELIGIBLE ? "!" : "",
            gate.requestId(),
            Objects.requireNonNullElse(gate.toolName(), "-"),
            gate.outcome().replace('_', ' '),
            Objects.requireNonNullElse(gate.by(), "-"),
            Wire.name(gate.verdict()).replace('_', ' '));
      }
      table.print(out(), paint());
    }
    out()
        .println(
            "%d of %s match."
                .formatted(preview.matched(), Times.count(preview.lookedAt(), "request")));
    if (preview.truncated()) {
      out().flush();
      note("There are more requests that were not tested.");
    }
  }
}
