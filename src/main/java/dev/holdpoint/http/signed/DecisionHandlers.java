package dev.holdpoint.http.signed;

import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.core.access.IntegrationScope;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.signed.AssertionVerifier;
import dev.holdpoint.engine.signed.SignedDecisions;
import dev.holdpoint.engine.signed.StoredAnswers;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.gate.CurrentRows;
import dev.holdpoint.http.v1.gate.FailedAssertions;
import dev.holdpoint.http.v1.gate.SentRendering;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Approvals, decided on an approver's signed word. */
final class DecisionHandlers {
  private final Engine engine;
  private final AssertionVerifier attestations;
  private final SignedDecisions decisions;
  private final FailedAssertions failures;
  private final Repeats repeats;
  private final Sent sent;
  private final Views views;
  private final WireJson json;
  private final SignedStyle style;

  DecisionHandlers(SignedSurface.Rooms rooms, Repeats repeats, Sent sent, Views views) {
    this.engine = rooms.engine();
    this.attestations = rooms.attestations();
    this.decisions = rooms.decisions();
    this.failures = rooms.failures();
    this.json = rooms.json();
    this.style = rooms.style();
    this.repeats = repeats;
    this.sent = sent;
    this.views = views;
  }

  Map<String, Handler> all() {
    return Map.of(
        "approveApproval", call -> decide(call, true),
        "denyApproval", call -> decide(call, false));
  }

  /** In the order in which everything here is checked; see the package's comment. */
  private Reply decide(Call call, boolean approve) {
    Subtree subtree = Subtree.of(call, IntegrationScope.APPROVALS_RESOLVE);
    JsonNode tree = sent.tree(call);
    Place place = engine.read(queries -> place(queries, subtree, call.path("approval_id")));
    StoredAnswers.Key key = repeats.key(call, tree);
    Reply earlier = repeats.earlier(key);
    if (earlier != null) {
      return earlier;
    }
    SentAssertion decision = SentAssertion.of(tree);
    SignedDecisions.Spec wish =
        new SignedDecisions.Spec(
            place.approvalId,
            attestations.attest(
                decision.assertion(),
                place.approvalId,
                approve,
                decision.secrets(),
                call.caller().principalId()),
            decision.secrets(),
            decision.note(),
            SentRendering.compared(engine, place.approvalId, decision.expected()));
    try {
      return repeats.answer(
          call,
          key,
          () -> {
            try {
              return CurrentRows.shown(
                  () ->
                      decisions.decide(
                          wish,
                          call.caller().principalId(),
                          key,
                          decided -> answer(decided, place)),
                  id -> current(id, place));
            } catch (Refused refused) {
              if (refused.refusal().problem() == Problem.APPROVAL_SIGNATURE_INVALID) {
                tell(call, place, approve, decision.assertion().keyId());
              }
              throw refused;
            }
          });
    } catch (TooMany tooMany) {
      return tooMany.reply(style, call.requestId());
    }
  }

  /** Where the approval belongs. */
  private record Place(String approvalId, String tenantId, String conversationId) {}

  private static Place place(Queries queries, Subtree subtree, String approvalId) {
    Gates.Found<Approval> found = subtree.approval(queries, approvalId);
    Session session = queries.session(found.row().sessionKey());
    if (session == null) {
      throw Subtree.noApproval();
    }
    return new Place(approvalId, session.tenantId(), session.conversationId());
  }

  private @Nullable Json current(String id, Place place) {
    return engine.<@Nullable Json>read(
        queries ->
            Gates.approval(queries, id)
                .map(
                    found ->
                        new Json(
                            json.text(
                                views.approval(found.run(), found.gate(), place.conversationId))))
                .orElse(null));
  }

  private StoredAnswers.Answer answer(SignedDecisions.Decided decided, Place place) {
    return new StoredAnswers.Answer(
        200,
        Reply.JSON,
        json.text(views.approval(decided.run(), decided.approval(), place.conversationId)));
  }

  private void tell(Call call, Place place, boolean approve, String approverKeyId) {
    OptionalLong wait =
        failures.tell(
            new FailedAssertions.Failed(
                call.caller().principalId(),
                call.isLocal(),
                place.tenantId,
                place.approvalId,
                approve,
                approverKeyId,
                call.requestId()));
    if (wait.isPresent()) {
      throw new TooMany(wait.getAsLong());
    }
  }

  /** Instead of the refusal: an answer, not an accident, and none that is kept. */
  private static final class TooMany extends RuntimeException {
    private final long seconds;

    TooMany(long seconds) {
      super("too many failed assertions", null, false, false);
      this.seconds = seconds;
    }

    Reply reply(SignedStyle style, String requestId) {
      return Reply.bytes(
              429,
              style.contentType(),
              style.render(
                  Problem.RATE_LIMITED.because(
                      "Too many of your assertions could not be verified. Wait, or send a "
                          + "valid one."),
                  requestId))
          .with("Retry-After", Long.toString(seconds))
          .with("Cache-Control", "no-store");
    }
  }
}
