package dev.holdpoint.http.hooks;

import dev.holdpoint.api.json.Limits;
import dev.holdpoint.core.permit.PermitCommand.Outcome;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.engine.permit.AnsweredPermits;
import dev.holdpoint.http.server.Caller;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Results of tool uses that were allowed here. The program sends them for every tool, so what is
 * not known is no mistake.
 */
final class HookResults {
  private final AnsweredPermits permits;

  HookResults(AnsweredPermits permits) {
    this.permits = permits;
  }

  void take(Caller caller, Program program, HookBody sent) {
    try {
      Outcome outcome = outcome(sent.text(Limits.NAME, "hook_event_name"));
      String callId = sent.text(Limits.IDEMPOTENCY_KEY, "tool_use_id");
      if (outcome != null && callId != null) {
        permits.report(
            new AnsweredPermits.Said(
                program.session(sent),
                caller.principalId(),
                HookGate.SOURCE,
                program.path(),
                callId,
                outcome,
                outcome == Outcome.FAILED ? error(sent.body().path("error")) : null),
            caller.name());
      }
    } catch (Refused e) {
      // Nobody hears an answer.
      return;
    }
  }

  private static @Nullable Outcome outcome(@Nullable String event) {
    return switch (event) {
      case "PostToolUse" -> Outcome.SUCCEEDED;
      case "PostToolUseFailure" -> Outcome.FAILED;
      case null, default -> null;
    };
  }

  private static @Nullable String error(JsonNode said) {
    if (!said.isString() || said.stringValue().isBlank()) {
      return null;
    }
    String text = said.stringValue();
    if (text.length() <= Limits.PERMIT_ERROR) {
      return text;
    }
    int end = Limits.PERMIT_ERROR;
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end);
  }
}
