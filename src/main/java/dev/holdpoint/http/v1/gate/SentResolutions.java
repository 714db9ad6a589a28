package dev.holdpoint.http.v1.gate;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalBehavior;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalGrant;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalResolution;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.core.gate.Denial;
import dev.holdpoint.core.gate.Expected;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.gate.SentDecision;
import dev.holdpoint.engine.permission.Grant;
import dev.holdpoint.http.v1.call.JsonNodes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Decisions as they were sent, checked for what does not belong together in one. */
final class SentResolutions {
  private final Engine engine;
  private final Signatures signatures;

  SentResolutions(Engine engine, Signatures signatures) {
    this.engine = engine;
    this.signatures = signatures;
  }

  /**
   * What was shown is compared once for each request. A batch that names one twice is refused, so
   * nothing is made of it.
   *
   * @param sent the same, with everything that the records do not know
   * @param isMeant whether the caller can mean a request of this run
   */
  List<SentDecision> of(List<ApprovalResolution> bodies, JsonNode sent, Predicate<Run> isMeant) {
    Predicate<Run> compared = isOncePerRequest(bodies) ? isMeant : null;
    List<SentDecision> batch = new ArrayList<>(bodies.size());
    for (int i = 0; i < bodies.size(); i++) {
      batch.add(of(bodies.get(i), JsonNodes.json(sent.get(i)), i, compared));
    }
    return batch;
  }

  private static boolean isOncePerRequest(List<ApprovalResolution> bodies) {
    return bodies.stream().map(ApprovalResolution::requestId).distinct().count() == bodies.size();
  }

  private SentDecision of(
      ApprovalResolution body, Json sent, int index, @Nullable Predicate<Run> isMeant) {
    boolean allow = body.behavior() == ApprovalBehavior.ALLOW;
    Denial kind = kind(body.behavior());
    checkWords(body, index);
    if (allow && body.tellComments() != null) {
      throw invalid(index, "tell_comments", "is for decisions that do not allow the call");
    }
    return new SentDecision(
        body.requestId(),
        allow,
        kind,
        JsonNodes.jsonOrNull(body.updatedInput()),
        kind == Denial.RESPONDED
            ? body.response()
            : body.reason() != null ? body.reason() : body.justification(),
        expected(body, isMeant),
        grant(body.grant()),
        signatures.attested(body.signature(), body.requestId(), allow),
        body.optionId(),
        sent,
        Boolean.TRUE.equals(body.tellComments()),
        body.holdMs() == null ? 0 : body.holdMs());
  }

  private @Nullable Expected expected(ApprovalResolution body, @Nullable Predicate<Run> isMeant) {
    Expected expected =
        SentRendering.expected(body.expectedDigest(), body.expectedRevision(), body.rendered());
    return isMeant == null
        ? expected
        : SentRendering.compared(engine, body.requestId(), expected, isMeant);
  }

  private static @Nullable Denial kind(ApprovalBehavior behavior) {
    return switch (behavior) {
      case ALLOW, DENY -> null;
      case REQUEST_CHANGES -> Denial.CHANGES_REQUESTED;
      case RESPOND -> Denial.RESPONDED;
      case ASK_BACK -> Denial.ASKED_BACK;
    };
  }

  /** Each kind of decision has words of its own, and a slip must not lose any. */
  private static void checkWords(ApprovalResolution body, int index) {
    String behavior = Wire.name(body.behavior());
    switch (body.behavior()) {
      case ALLOW, DENY -> {}
      case REQUEST_CHANGES, ASK_BACK -> {
        if (body.reason() == null || body.reason().isBlank()) {
          throw invalid(index, "reason", "must say something with behavior " + behavior);
        }
      }
      case RESPOND -> {
        if (body.response() == null) {
          throw invalid(index, "response", "is required with behavior respond");
        }
      }
    }
    if (body.response() != null && body.behavior() != ApprovalBehavior.RESPOND) {
      throw invalid(index, "response", "is allowed only with behavior respond");
    }
    if (body.optionId() != null && kind(body.behavior()) != null) {
      throw invalid(index, "option_id", "is allowed only with behavior allow or deny");
    }
  }

  private static RuntimeException invalid(int index, String member, String message) {
    return Problem.APPROVAL_INVALID_RESOLUTION
        .because("The resolution is not valid. Nothing was resolved.")
        .at("/resolutions/" + index + "/" + member, message)
        .asException();
  }

  private static @Nullable Grant grant(@Nullable ApprovalGrant body) {
    return body == null
        ? null
        : new Grant(
            PermissionRule.ScopeKind.valueOf(body.scope().name()),
            body.patternKey(),
            body.expiresAtMs(),
            body.maxUses());
  }
}
