package dev.holdpoint.cli.inbox;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalBehavior;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRequestView;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalResolution;
import dev.holdpoint.api.gate.ManyBodies.ManyMode;
import dev.holdpoint.api.gate.ManyBodies.ManyResolutionsRequest;
import dev.holdpoint.api.gate.ManyBodies.ManyResolved;
import dev.holdpoint.api.gate.ManyBodies.OneResult;
import dev.holdpoint.api.problem.ProblemBodies.ProblemBody;
import dev.holdpoint.cli.RefusalText;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Decides several requests together, and takes back what is held. */
final class BulkSender {
  private final HoldpointClient client;
  private final InboxReader reader;
  private final String me;
  private final long undoMs;

  BulkSender(HoldpointClient client, InboxReader reader, String me, long undoMs) {
    this.client = client;
    this.reader = reader;
    this.me = me;
    this.undoMs = undoMs;
  }

  InboxEvent gather(ApprovalBehavior behavior, List<String> ids) {
    List<Card> cards = new ArrayList<>();
    for (String id : ids) {
      try {
        Card card = reader.card(id);
        if (InboxReader.settled(card) == null) {
          cards.add(card);
        }
      } catch (CallFailed e) {
        return new InboxEvent.Failed(id, RefusalText.told(e));
      }
    }
    return new InboxEvent.Gathered(behavior, cards, me);
  }

  InboxEvent decide(Effect.Many many) {
    List<ApprovalResolution> resolutions = new ArrayList<>();
    for (Card.ApprovalCard card : many.cards()) {
      ApprovalRequestView request = card.row().request();
      resolutions.add(
          new ApprovalResolution(
                  request.id(),
                  many.behavior(),
                  null,
                  null,
                  many.words(),
                  request.digest(),
                  null,
                  null,
                  null,
                  null)
              .ofRevision(request.revision())
              .held(InboxSender.holdMs(request, many.behavior(), undoMs)));
    }
    List<String> sent = resolutions.stream().map(ApprovalResolution::requestId).toList();
    try {
      ManyResolved done =
          client
              .approvals()
              .resolveMany(
                  new ManyResolutionsRequest(
                      resolutions, ManyMode.EACH, UUID.randomUUID().toString()));
      return told(many.behavior(), sent, done);
    } catch (CallFailed e) {
      return new InboxEvent.ManySent(sent, Map.of(), List.of(), RefusalText.told(e));
    }
  }

  private InboxEvent told(ApprovalBehavior behavior, List<String> sent, ManyResolved done) {
    String word = behavior == ApprovalBehavior.ALLOW ? "allowed" : "denied";
    Map<String, String> settled = new HashMap<>();
    List<String> held = new ArrayList<>();
    String problem = "";
    for (OneResult result : done.results()) {
      switch (result.result()) {
        case RESOLVED -> settled.put(result.requestId(), word + " by you");
        case WAITING -> held.add(result.requestId());
        case REFUSED ->
            problem =
                result.problem() == null ? "" : " " + result.problem().path("detail").asString("");
      }
    }
    boolean holds = behavior == ApprovalBehavior.ALLOW && undoMs > 0;
    int decided = settled.size() + (holds ? held.size() : 0);
    String notice =
        decided
            + " "
            + word
            + (holds && !held.isEmpty() ? ". U undoes them." : ".")
            + (!holds && !held.isEmpty() ? " " + held.size() + " still wait for others." : "")
            + (done.refused() == 0 ? "" : " " + done.refused() + " refused." + problem);
    return new InboxEvent.ManySent(sent, settled, holds ? held : List.of(), notice);
  }

  InboxEvent undo(List<String> ids) {
    List<Card> cards = new ArrayList<>();
    String problem = "";
    boolean isNone = false;
    for (String id : ids) {
      try {
        client.approvals().undo(id);
        cards.add(reader.card(id));
      } catch (CallFailed e) {
        switch (e.problem().map(ProblemBody::code).orElse("")) {
          case "approval_state_conflict" -> problem = "Too late to undo: it has taken effect.";
          // Another person has taken it back.
          case "approval_not_held" -> isNone = true;
          default -> problem = RefusalText.told(e);
        }
      }
    }
    if (isNone && cards.isEmpty() && problem.isEmpty()) {
      problem = KeyBindings.NOTHING_HELD;
    }
    String done =
        switch (cards.size()) {
          case 0 -> "";
          case 1 -> "Undone. The request is waiting again.";
          default -> "Undone. " + cards.size() + " requests are waiting again.";
        };
    return new InboxEvent.Undone(cards, (done + " " + problem).strip());
  }
}
