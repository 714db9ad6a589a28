package dev.holdpoint.http.v1.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.api.endpoint.Endpoint.Access;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.engine.audit.Receipts;
import dev.holdpoint.engine.audit.Receipts.Decided;
import dev.holdpoint.engine.audit.Receipts.Signed;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Caller;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.AcceptedType;
import dev.holdpoint.http.v1.gate.ApprovalHandlers;
import dev.holdpoint.http.v1.view.ViewContext;
import java.util.Map;
import java.util.Optional;

/** The proof of one decision. */
public final class ReceiptHandlers {
  private static final String JOSE = "application/jose";

  private final ViewContext sight;
  private final Receipts receipts;

  public ReceiptHandlers(ViewContext sight, Receipts receipts) {
    this.sight = sight;
    this.receipts = receipts;
  }

  public Map<String, Handler> all() {
    return Map.of("getReceipt", this::get);
  }

  /** What the decision is, and its receipt. */
  private record Found(Decided decided, Signed signed) {}

  private Reply get(Call call) {
    String id = call.path("approval_id");
    Found found = sight.engine.read(queries -> find(queries, id, call.caller()));
    receipts.reading(found.decided);
    Signed signed = found.signed;
    // The text itself, so that what is saved is what was signed.
    return AcceptedType.isWanted(call, JOSE)
        ? Reply.text(200, JOSE, signed.jws()).with("Cache-Control", "no-store")
        : Reply.bytes(
                200,
                Reply.JSON,
                "{\"receipt\":%s,\"jws\":\"%s\"}\n"
                    .formatted(signed.text(), signed.jws())
                    .getBytes(UTF_8))
            .with("Cache-Control", "no-store");
  }

  private Found find(Queries queries, String id, Caller caller) {
    Optional<Decided> known = Receipts.find(queries, id);
    if (known.isEmpty()) {
      Gates.Found<Approval> gate =
          Gates.approval(queries, id).orElseThrow(ApprovalHandlers::notFound);
      check(caller, gate.run().head().submittedBy());
      throw none(gate.gate());
    }
    Decided decided = known.get();
    check(caller, decided.askedBy());
    return new Found(decided, receipts.sign(queries, decided));
  }

  private static void check(Caller caller, String askedBy) {
    if (!caller.may(Access.INSPECT) && !caller.principalId().equals(askedBy)) {
      throw Problem.FORBIDDEN
          .because(
              "A token of role agent gets the receipts of what it asked for itself. Use the token "
                  + "that asked, or one of role viewer.")
          .asException();
    }
  }

  /** A caller who waits for a receipt needs to distinguish "not yet" from "never". */
  private static RuntimeException none(Approval approval) {
    return switch (approval.state()) {
      case ApprovalState.Pending _ ->
          Problem.RECEIPT_NOT_READY
              .because(
                  "The approval is pending. It has a receipt as soon as it is allowed or denied; "
                      + "GET /v1/approvals/{approval_id}?wait_ms=60000 waits for that.")
              .asException();
      case ApprovalState.Expired _ -> never("It expired, and nobody had decided it.");
      case ApprovalState.Withdrawn _ -> never("It was withdrawn, and nobody had decided it.");
      case ApprovalState.Allowed _, ApprovalState.Denied _ ->
          never("It was decided by a version of Holdpoint that made no receipts.");
    };
  }

  private static RuntimeException never(String why) {
    return Problem.RECEIPT_NOT_FOUND
        .because(why + " There is no receipt of it, and there will be none.")
        .asException();
  }
}
