package dev.holdpoint.engine.permit;

import dev.holdpoint.core.access.WebSession;
import dev.holdpoint.core.agent.AgentBinding;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.permit.Permit;
import dev.holdpoint.core.permit.PermitCommand;
import dev.holdpoint.core.permit.PermitMachine;
import dev.holdpoint.core.permit.PermitState;
import dev.holdpoint.core.permit.PermitTerms;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Verdict;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.ClientCall;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.gate.Revisions;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.port.store.Queries;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A permit with all that it follows from.
 *
 * @param run as it was when the approval was settled
 * @param row what was written of it; null while nobody has redeemed it or taken it back
 * @param given the attempt that is or was open, as it was given
 * @param state as it stands now
 * @param successorId the approval that is asked in its place; null when there is none
 */
public record FoundPermit(
    Run run,
    Approval approval,
    ApprovalState.Allowed allowed,
    @Nullable Permit row,
    PermitState.Ready given,
    PermitState state,
    @Nullable String successorId) {
  private static final String TOKEN = "tok_";

  /** Null when there is no such permit: the approval is unknown, pending, or was not allowed. */
  static @Nullable FoundPermit in(Queries queries, String id, PermitTimes times, long nowMs) {
    Gates.Found<Approval> gate = gate(queries, id);
    return gate == null
        ? null
        : of(
            queries,
            gate.run(),
            gate.gate(),
            queries.session(gate.run().head().sessionId()),
            queries.kept(Permit.KIND, gate.gate().key()),
            times,
            nowMs);
  }

  /** The same, also as an earlier work of the same transaction left it. */
  static @Nullable FoundPermit in(Change change, String id, PermitTimes times) {
    Gates.Found<Approval> gate = gate(change.queries(), id);
    return gate == null
        ? null
        : of(
            change.queries(),
            gate.run(),
            gate.gate(),
            change.session(gate.run().head().sessionId()),
            change.kept(Permit.KIND, gate.gate().key()),
            times,
            change.latestMs());
  }

  /** The same of an approval whose run is in hand. */
  static @Nullable FoundPermit in(Change change, Run run, Approval approval, PermitTimes times) {
    return of(
        change.queries(),
        run,
        approval,
        change.session(run.head().sessionId()),
        change.kept(Permit.KIND, approval.key()),
        times,
        change.latestMs());
  }

  /** Whether the request has named this token as the one that redeems the permit. */
  public static boolean isNamed(Queries queries, String id, String tokenId) {
    Gates.Found<Approval> gate = gate(queries, id);
    return gate != null && tokenId.equals(terms(gate.gate()).audience());
  }

  private static Gates.@Nullable Found<Approval> gate(Queries queries, String id) {
    String approvalId = Permit.approvalOf(id);
    return approvalId == null ? null : Gates.approval(queries, approvalId).orElse(null);
  }

  private static @Nullable FoundPermit of(
      Queries queries,
      Run run,
      Approval approval,
      @Nullable Session session,
      @Nullable Permit row,
      PermitTimes times,
      long nowMs) {
    if (session == null || !(approval.state() instanceof ApprovalState.Allowed allowed)) {
      return null;
    }
    PermitState.Ready given = given(approval, allowed, row, times);
    if (run.head().driver() == RunHead.Driver.OUTSIDE) {
      PermitState state = state(row == null ? given : row.state(), session, nowMs);
      return new FoundPermit(run, approval, allowed, row, given, state, successorOf(row));
    }
    String successorId = Revisions.successor(queries, approval);
    return new FoundPermit(
        run,
        approval,
        allowed,
        row,
        given,
        NativeCalls.state(queries, run, approval, allowed, successorId),
        successorId);
  }

  private static @Nullable String successorOf(@Nullable Permit row) {
    return row == null ? null : row.successorId();
  }

  private static PermitState.Ready given(
      Approval approval, ApprovalState.Allowed allowed, @Nullable Permit row, PermitTimes times) {
    PermitState.Ready again = row == null ? null : row.given();
    return again != null
        ? again
        : new PermitState.Ready(1, allowed.atMs(), allowed.atMs() + times.ttlMs(terms(approval)));
  }

  /** The same in another state. */
  FoundPermit at(@Nullable Permit written, PermitState next) {
    return new FoundPermit(run, approval, allowed, written, given, next, successorOf(written));
  }

  private static PermitState state(PermitState written, Session session, long nowMs) {
    Session.Ended ended = session.ended();
    if (ended == null) {
      return PermitMachine.at(written, nowMs);
    }
    // Whichever end came first is the one that is told.
    PermitState then = PermitMachine.at(written, ended.atMs());
    return PermitMachine.at(
        PermitMachine.decide(then, new PermitCommand.EndSession(ended.by(), ended.atMs()))
                instanceof Verdict.Happened<PermitState>(PermitState over)
            ? over
            : then,
        nowMs);
  }

  static RuntimeException notFound() {
    return Problem.PERMIT_NOT_FOUND
        .because("There is no such permit. An approval has one as soon as it is allowed.")
        .asException();
  }

  public String id() {
    return Permit.idOf(approval.id());
  }

  public String tool() {
    return run.call(approval.callId()).tool();
  }

  /** Of what was allowed, which may be another input than what was asked. */
  public String digest() {
    return allowed.updatedInput() == null
        ? approval.digest()
        : Digests.of(tool(), allowed.updatedInput());
  }

  /** Whether an agent outside carries the call out; all others are the daemon's own. */
  public boolean isOutside() {
    return isOutside(run.head());
  }

  /**
   * Whether a runner has to redeem it before the call runs. The tool of a hook, of a prompt and of
   * an ACP agent runs on the answer itself: were its permit redeemed too, one yes would run twice.
   * What MCP clients ask says which of the two it is; of requests from before, those whose client
   * wants the permit or comes back for it are no such prompts.
   */
  public boolean isRedeemable() {
    RunHead head = run.head();
    ClientCall client = head.client();
    return head.driver() == RunHead.Driver.OUTSIDE
        && switch (head.sourceKind()) {
          case "external" -> true;
          case "mcp" ->
              isWanted()
                  || (client != null
                      && (Boolean.TRUE.equals(client.redeems())
                          || (client.program() == null && client.comesBack())));
          default -> false;
        };
  }

  private static boolean isOutside(RunHead head) {
    return head.driver() == RunHead.Driver.OUTSIDE
        || head.provider().startsWith(AgentBinding.ROUTE);
  }

  public PermitTerms terms() {
    return terms(approval);
  }

  private static PermitTerms terms(Approval approval) {
    return approval.terms() == null || approval.terms().permit() == null
        ? PermitTerms.NONE
        : approval.terms().permit();
  }

  /** Whether the request asked for the permit itself beside the decision. */
  public boolean isWanted() {
    return approval.terms() != null && approval.terms().permit() != null;
  }

  public String askedBy() {
    return run.head().submittedBy();
  }

  /** Who may redeem it: the id of a token, or a word that the runner knows. */
  public String audience() {
    String wanted = terms().audience();
    return wanted == null ? askedBy() : wanted;
  }

  /** Whether the caller is who the permit is for. */
  boolean isFor(String principalId, @Nullable String said) {
    String audience = audience();
    return isPrincipal(audience) ? audience.equals(principalId) : audience.equals(said);
  }

  private boolean isPrincipal(String audience) {
    return audience.equals(askedBy())
        || audience.equals(WebSession.ADMIN)
        || Ulid.keyOf(TOKEN, audience).isPresent();
  }

  /** When the attempt that is or was open was given. */
  public long issuedAtMs() {
    return given.sinceMs();
  }

  /** When it can or could be redeemed no longer. */
  public long notAfterMs() {
    return given.notAfterMs();
  }

  /** The row to write where there is none yet. */
  Permit permit() {
    RunHead head = run.head();
    return row != null
        ? row
        : new Permit(
            approval.key(),
            id(),
            approval.id(),
            head.id(),
            head.sessionKey(),
            head.sessionId(),
            head.tenantId(),
            state,
            null,
            List.of(),
            List.of(),
            null,
            null);
  }
}
