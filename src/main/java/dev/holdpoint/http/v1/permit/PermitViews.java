package dev.holdpoint.http.v1.permit;

import dev.holdpoint.api.permit.PermitBodies.LatePermitResult;
import dev.holdpoint.api.permit.PermitBodies.PermitOutcome;
import dev.holdpoint.api.permit.PermitBodies.PermitRunner;
import dev.holdpoint.api.permit.PermitBodies.PermitStatus;
import dev.holdpoint.api.permit.PermitBodies.PermitView;
import dev.holdpoint.core.permit.Permit;
import dev.holdpoint.core.permit.PermitState;
import dev.holdpoint.core.permit.Redemption;
import dev.holdpoint.engine.permit.FoundPermit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Permits as a client sees them. */
public final class PermitViews {
  private PermitViews() {}

  /**
   * @param jws the permit itself; null for those who may not have it
   */
  public static PermitView of(FoundPermit permit, @Nullable String jws) {
    PermitState state = permit.state();
    Permit row = permit.row();
    Redemption redemption =
        state instanceof PermitState.Redeemed redeemed && permit.isOutside()
            ? redeemed.redemption()
            : null;
    return new PermitView(
        permit.id(),
        permit.approval().id(),
        permit.run().id(),
        permit.run().head().sessionId(),
        permit.run().head().tenantId(),
        permit.tool(),
        permit.digest(),
        permit.approval().revision(),
        state.attempt(),
        permit.audience(),
        permit.isOutside() ? PermitRunner.OUTSIDE : PermitRunner.HOLDPOINT,
        PermitStatus.valueOf(state.status().name()),
        permit.allowed().by(),
        permit.issuedAtMs(),
        permit.isOutside() ? permit.notAfterMs() : null,
        redemption == null ? null : redemption.atMs(),
        redemption == null ? null : redemption.by(),
        state instanceof PermitState.Started started ? started.dueAtMs() : null,
        settledAtMs(state),
        error(state),
        state instanceof PermitState.Voided over ? over.reason().wire() : null,
        state instanceof PermitState.Voided over ? over.words() : null,
        permit.successorId(),
        row == null ? null : row.questionId(),
        row == null || row.late().isEmpty() ? null : late(row.late()),
        jws);
  }

  private static @Nullable Long settledAtMs(PermitState state) {
    return switch (state) {
      case PermitState.Ready _, PermitState.Started _ -> null;
      case PermitState.Succeeded succeeded -> succeeded.atMs();
      case PermitState.Failed failed -> failed.atMs();
      case PermitState.Uncertain uncertain -> uncertain.atMs();
      case PermitState.Voided over -> over.atMs();
    };
  }

  private static @Nullable String error(PermitState state) {
    return switch (state) {
      case PermitState.Failed failed -> failed.error();
      case PermitState.Uncertain uncertain -> uncertain.error();
      case PermitState.Ready _,
          PermitState.Started _,
          PermitState.Succeeded _,
          PermitState.Voided _ ->
          null;
    };
  }

  private static List<LatePermitResult> late(List<Permit.LateResult> late) {
    return late.stream()
        .map(
            one ->
                new LatePermitResult(
                    one.attempt(),
                    PermitOutcome.valueOf(one.outcome().name()),
                    one.atMs(),
                    one.by()))
        .toList();
  }
}
