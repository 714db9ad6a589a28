package dev.holdpoint.cli.inbox;

import dev.holdpoint.api.description.DescriptionBodies.DescribedKind;
import dev.holdpoint.api.event.EventBodies.RunEventEntry;
import dev.holdpoint.api.event.StreamFrame;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalDecision;
import dev.holdpoint.api.gate.InboxBodies.InboxCounts;
import dev.holdpoint.api.gate.InboxBodies.InboxRow;
import dev.holdpoint.api.gate.InboxBodies.InboxView;
import dev.holdpoint.api.gate.PreviewBodies.ApprovalPreview;
import dev.holdpoint.api.gate.QuestionBodies.QuestionDecision;
import dev.holdpoint.api.gate.TriageBodies.GateChangeWord;
import dev.holdpoint.api.gate.TriageBodies.GateTriage;
import dev.holdpoint.api.gate.TriageBodies.TriageAction;
import dev.holdpoint.api.gate.TriageBodies.TriageLogEntry;
import dev.holdpoint.api.gate.TriageBodies.TriageRequest;
import dev.holdpoint.api.gate.TriageBodies.TriageView;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.status.AppliedEnding;
import dev.holdpoint.api.status.GateOutcome;
import dev.holdpoint.api.status.GateStatus;
import dev.holdpoint.cli.EventText;
import dev.holdpoint.cli.GateText;
import dev.holdpoint.cli.Paint;
import dev.holdpoint.cli.RefusalText;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import dev.holdpoint.client.stream.EventStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the list, the cards and what comes by the stream. Every call may take its time. */
final class InboxReader {
  /** What led to a request: as many steps as fit a screen. */
  private static final int STEPS = 20;

  private final HoldpointClient client;
  private final @Nullable String sessionId;
  private final String me;

  /**
   * @param sessionId null is every session
   * @param me under which name decisions of this person are recorded
   */
  InboxReader(HoldpointClient client, @Nullable String sessionId, String me) {
    this.client = client;
    this.sessionId = sessionId;
    this.me = me;
  }

  /** As many rows as one page has; people narrow the list down where there are more. */
  InboxEvent list(Wish wish, boolean anew) {
    try {
      InboxView page = client.inbox().page(wish.filter(), new PageRequest(null, Limits.INBOX));
      InboxCounts counts = page.counts();
      List<InboxRow> rows = page.items();
      return new InboxEvent.Listed(
          wish,
          rows,
          counts == null ? rows.size() : counts.all(),
          page.pagination().hasMore(),
          anew);
    } catch (CallFailed e) {
      return new InboxEvent.Unlisted(RefusalText.told(e));
    }
  }

  Card card(String id) throws CallFailed {
    return id.startsWith("qst_")
        ? new Card.QuestionCard(client.questions().find(id))
        : new Card.ApprovalCard(client.approvals().find(id));
  }

  /** What is shown of a card beside what it asks for. */
  CardBackground behind(Card card) throws CallFailed {
    GateTriage triage = card.triage();
    return new CardBackground(
        client.runs().find(card.runId()),
        comments(card.id(), triage == null ? 0 : triage.comments()),
        preview(card));
  }

  /** The newest entries of the log may all be looks; what people said is shown all the same. */
  private List<TriageLogEntry> comments(String id, int count) throws CallFailed {
    List<TriageLogEntry> newest = count == 0 ? List.of() : comments(client.triage().find(id));
    return newest.size() >= count ? newest : comments(client.triage().whole(id));
  }

  private static List<TriageLogEntry> comments(TriageView view) {
    return view.log().stream()
        .filter(entry -> entry.change() == GateChangeWord.COMMENTED)
        .toList()
        .reversed();
  }

  private @Nullable ApprovalPreview preview(Card card) throws CallFailed {
    DescribedKind kind = card instanceof Card.ApprovalCard(var row) ? row.request().kind() : null;
    return kind == DescribedKind.FILE_EDIT || kind == DescribedKind.FILE_WRITE
        ? client.approvals().preview(card.id())
        : null;
  }

  /** Says that the card was on the screen. Nothing depends on it, so a refusal is not shown. */
  void seen(String id) {
    try {
      client.triage().act(id, TriageRequest.of(TriageAction.SEEN));
    } catch (CallFailed _) {
      // The next look tells it.
    }
  }

  EventStream stream() {
    return sessionId == null
        ? client.events().all(null)
        : client.events().ofSession(sessionId, null);
  }

  /** What a frame of the stream means for the inbox; null when it means nothing. */
  @Nullable InboxEvent read(StreamFrame frame) {
    return switch (frame) {
      // Whether it is listed is for the daemon to say.
      case StreamFrame.ApprovalRequested _, StreamFrame.QuestionRequested _ ->
          new InboxEvent.Changed(null);
      case StreamFrame.GateUpdated told -> new InboxEvent.Changed(told.requestId());
      case StreamFrame.ApprovalResolved settled ->
          new InboxEvent.Settled(
              settled.approvalId(),
              how(settled.status(), settled.outcome(), settled.applied(), settled.by()));
      case StreamFrame.QuestionResolved settled ->
          new InboxEvent.Settled(
              settled.questionId(),
              how(settled.status(), settled.outcome(), settled.applied(), settled.by()));
      case StreamFrame.StreamGap _ -> new InboxEvent.Connected();
      case StreamFrame.RunHappened _,
          StreamFrame.RunUpdated _,
          StreamFrame.Output _,
          StreamFrame.SessionStateChanged _,
          StreamFrame.TextDelta _,
          StreamFrame.Heartbeat _ ->
          null;
    };
  }

  private String how(
      GateStatus status,
      @Nullable GateOutcome outcome,
      @Nullable AppliedEnding applied,
      @Nullable String by) {
    String word = outcome == null ? Wire.name(status) : GateText.past(outcome);
    String who = by == null ? "" : " by " + (by.equals(me) ? "you" : GateText.decider(by));
    return Visible.line(word + who) + GateText.applied(applied);
  }

  /** How a card was settled; null while it waits. */
  static @Nullable String settled(Card card) {
    return switch (card) {
      case Card.ApprovalCard(var row) -> {
        ApprovalDecision decision = row.resolution();
        yield decision == null ? null : GateText.decided(decision);
      }
      case Card.QuestionCard(var view) -> {
        QuestionDecision decision = view.resolution();
        yield decision == null ? null : GateText.decided(decision);
      }
    };
  }

  InboxEvent reread(Card before) {
    try {
      Card card = card(before.id());
      String how = settled(card);
      return how == null
          ? new InboxEvent.Updated(card, "")
          : new InboxEvent.Settled(card.id(), how);
    } catch (CallFailed e) {
      return new InboxEvent.Failed(before.id(), RefusalText.told(e));
    }
  }

  /** How it was settled; where it waits on, it is only no longer among those that are listed. */
  InboxEvent look(String id) {
    try {
      String how = settled(card(id));
      return new InboxEvent.Settled(id, how == null ? "it is no longer in this list" : how);
    } catch (CallFailed e) {
      return new InboxEvent.Failed(id, RefusalText.told(e));
    }
  }

  InboxEvent compare(Card.ApprovalCard card) {
    try {
      return new InboxEvent.Told(
          card.id(),
          'v',
          "Difference to the request before:",
          RevisionText.of(client.approvals().revisions(card.id()), card.row()));
    } catch (CallFailed e) {
      return new InboxEvent.Failed(card.id(), RefusalText.told(e));
    }
  }

  /** The last steps of the run that asks. */
  InboxEvent led(Card card) {
    try {
      List<RunEventEntry> events = client.runs().events(card.runId());
      StringWriter text = new StringWriter();
      EventText lines = new EventText(new PrintWriter(text), new Paint(false));
      events.subList(Math.max(0, events.size() - STEPS), events.size()).forEach(lines::print);
      return new InboxEvent.Told(
          card.id(),
          'w',
          "What led to this:",
          text.toString().lines().map(line -> "  " + line).toList());
    } catch (CallFailed e) {
      return new InboxEvent.Failed(card.id(), RefusalText.told(e));
    }
  }
}
