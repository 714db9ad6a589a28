package dev.holdpoint.cli.approval;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalBehavior;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalGrant;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalResolution;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRow;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

@Command(
    name = "allow",
    description = {
      "Allows pending calls, and prints what was allowed.",
      "A call is allowed only if it has not changed since this command read it.",
      "--for also adds a rule for similar calls; 'holdpoint rules' shows it."
    },
    footer = {
      "  holdpoint approvals allow apr_01M7EP4BTA0000D5JFGYZTA0B9",
      "  holdpoint approvals allow apr_01M7EP4BTA0000D5JFGYZTA0B9 --digest 3f1c09aa7d52",
      "  holdpoint approvals allow apr_01M7EP4BTA0000D5JFGYZTA0B9 --input-json"
          + " '{\"command\":\"ls\"}'",
      "  holdpoint approvals allow apr_01M7EP4BTA0000D5JFGYZTA0B9 --for session --pattern 'git push"
          + " *' --expires 8h"
    })
final class ApprovalsAllow extends NamedDecision {
  @Mixin private InputFlags input;

  @Mixin private GrantFlags grant;

  private @Nullable JsonNode instead;
  private @Nullable ApprovalGrant granted;

  @Override
  String done() {
    return "allowed";
  }

  @Override
  void check() {
    instead = input.read();
    if (instead != null && !isOne()) {
      throw usage("a changed input can only be used with one approval");
    }
    granted = grant.read();
    if (grant.hasPattern() && !isOne()) {
      throw usage(
          "--pattern must be a pattern key of the approval, and can only be used "
              + "with one approval");
    }
  }

  @Override
  ApprovalResolution of(ApprovalRow shown) {
    return new ApprovalResolution(
        shown.request().id(),
        ApprovalBehavior.ALLOW,
        instead,
        justification(),
        null,
        shown.request().digest(),
        granted,
        null,
        option());
  }
}
