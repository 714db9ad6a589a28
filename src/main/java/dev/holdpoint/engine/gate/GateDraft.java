package dev.holdpoint.engine.gate;

import dev.holdpoint.core.description.RiskNote;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.Caution;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.GateProgress;
import dev.holdpoint.core.gate.Offer;
import dev.holdpoint.core.gate.PageLink;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.QuestionState;
import dev.holdpoint.core.gate.RequestTerms;
import dev.holdpoint.core.gate.RevisionChain;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.gate.UncertainEffect;
import dev.holdpoint.core.permission.Target;
import dev.holdpoint.core.policy.GatePolicy;
import dev.holdpoint.core.policy.StageTimes;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.world.KeptTarget;
import dev.holdpoint.core.world.Precondition;
import dev.holdpoint.core.world.WorldTerms;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.json.Descriptions;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.permission.GatePolicies;
import dev.holdpoint.engine.permission.MatchableCall;
import dev.holdpoint.engine.policy.PolicyBook;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A gate that is to be raised for a call. */
public sealed interface GateDraft {
  String callId();

  Deadline deadline();

  GateKind kind();

  /**
   * @param run that will wait for it, with the call in its open turn
   */
  Gate raise(Change change, Run run);

  /**
   * A deadline as a tool may set it: at a time, after a time, or not at all.
   *
   * @param yields whether it is only the latest end: a policy or the tenant may set a sooner one
   */
  public record Deadline(@Nullable Long atMs, @Nullable Long afterMs, boolean yields) {
    public static final Deadline NONE = new Deadline(null, null);

    public Deadline(@Nullable Long atMs, @Nullable Long afterMs) {
      this(atMs, afterMs, false);
    }

    public static Deadline notAfter(long atMs) {
      return new Deadline(atMs, null, true);
    }

    @Nullable Long from(long nowMs) {
      return afterMs != null ? Long.valueOf(nowMs + afterMs) : atMs;
    }
  }

  /**
   * When a gate ends that is raised now.
   *
   * @param progress null where the deadline is the asker's own, or there is none
   */
  record Until(@Nullable Long expiresAtMs, @Nullable GateProgress progress) {
    /** The asker's own deadline, else the one of the policy that holds, else the tenant's. */
    static Until of(Change change, Run run, GateDraft draft, RequestTerms terms) {
      long nowMs = change.nowMs();
      Long own = draft.deadline().from(nowMs);
      if (own != null && !draft.deadline().yields) {
        return new Until(own, null);
      }
      PolicyBook book = PolicyBook.in(change);
      ToolCall call =
          book.isEmpty() || draft.kind() == GateKind.QUESTION ? null : run.call(draft.callId());
      GatePolicy policy = GatePolicies.of(book, run, draft.kind(), call, terms);
      Long set = StageTimes.deadline(policy, 1, nowMs);
      return own != null && (set == null || own <= set)
          ? new Until(own, null)
          : new Until(set, set == null ? null : GateProgress.first(nowMs));
    }
  }

  /** An approval of a call that comes from no agent that the daemon knows by name. */
  static OfApproval approval(ToolCall call) {
    return approval(call, MatchableCall.of(call));
  }

  /**
   * An approval of this very tool and input, without a deadline.
   *
   * @param matchable the call as rules see it: what may be granted follows from it
   */
  static OfApproval approval(ToolCall call, MatchableCall matchable) {
    OfApproval draft =
        new OfApproval(call.id(), Digests.of(call.tool(), call.input()), matchable.patternKeys());
    return matchable.target() instanceof Target.File(var _, String path) ? draft.at(path) : draft;
  }

  /** The asker's own terms as text, for a fingerprint; empty if the asker set none. */
  String asked();

  /**
   * Begins with {@link #approval}, which has a default for all that the caller does not set: a new
   * component changes this file and the callers that set it.
   */
  final class OfApproval implements GateDraft {
    private final String callId;
    private final String digest;
    private final List<String> patternKeys;
    private String reason = "";
    private Deadline deadline = Deadline.NONE;
    private @Nullable Json requestedItems;
    private @Nullable Offer offer;
    private @Nullable Caution caution;
    private RequestTerms terms = RequestTerms.NONE;
    private Revisions.@Nullable Wish wish;
    private @Nullable RevisionChain chain;
    private @Nullable WorldTerms world;
    private @Nullable String target;
    private @Nullable String place;
    private String said = "";
    private @Nullable String toolDescription;

    OfApproval(String callId, String digest, List<String> patternKeys) {
      this.callId = callId;
      this.digest = digest;
      this.patternKeys = patternKeys;
    }

    /** A draft never changes: each setter changes one member of a copy. */
    private OfApproval with(Consumer<OfApproval> change) {
      OfApproval copy = new OfApproval(callId, digest, patternKeys);
      copy.reason = reason;
      copy.deadline = deadline;
      copy.requestedItems = requestedItems;
      copy.offer = offer;
      copy.caution = caution;
      copy.terms = terms;
      copy.wish = wish;
      copy.chain = chain;
      copy.world = world;
      copy.target = target;
      copy.place = place;
      copy.said = said;
      copy.toolDescription = toolDescription;
      change.accept(copy);
      return copy;
    }

    @Override
    public String callId() {
      return callId;
    }

    @Override
    public Deadline deadline() {
      return deadline;
    }

    Revisions.@Nullable Wish wish() {
      return wish;
    }

    /** Whether its asker says that it revises another. */
    public boolean isRevision() {
      return wish != null;
    }

    public boolean isLeftToPeople() {
      return Approval.isLeftToPeople(offer, caution);
    }

    /** Of a call whose path leads here. */
    private OfApproval at(String path) {
      return with(copy -> copy.place = path);
    }

    public OfApproval because(String why) {
      return with(copy -> copy.reason = why);
    }

    /** In a turn in which the model said this. */
    public OfApproval saying(String words) {
      return with(copy -> copy.said = words);
    }

    /** Of a tool of another maker, who says this of it. */
    public OfApproval describing(@Nullable String words) {
      return with(copy -> copy.toolDescription = words);
    }

    public OfApproval until(Deadline end) {
      return with(copy -> copy.deadline = end);
    }

    public OfApproval requesting(@Nullable Json items) {
      return with(copy -> copy.requestedItems = items);
    }

    public OfApproval offering(@Nullable Offer choices) {
      return with(copy -> copy.offer = choices);
    }

    public OfApproval handledWith(@Nullable Caution care) {
      return with(copy -> copy.caution = care);
    }

    public OfApproval on(RequestTerms said) {
      return with(copy -> copy.terms = said);
    }

    /** As its asker says, a revision of another. */
    public OfApproval revising(Revisions.@Nullable Wish said) {
      return with(copy -> copy.wish = said);
    }

    /**
     * @param text what its target has in it now, without secrets; null where that is not kept
     */
    public OfApproval dependingOn(@Nullable WorldTerms terms, @Nullable String text) {
      return with(
          copy -> {
            copy.world = terms;
            copy.target = text;
          });
    }

    /** What it depends on; null where that is nothing. */
    public @Nullable WorldTerms world() {
      return world;
    }

    /** Whether its place in a chain is known already. */
    public boolean isPlaced() {
      return chain != null;
    }

    OfApproval revising(RevisionChain place) {
      return with(
          copy -> {
            copy.wish = null;
            copy.chain = place;
          });
    }

    @Override
    public String asked() {
      return (terms.equals(RequestTerms.NONE) ? "" : " " + terms.asked())
          + (wish == null ? "" : " " + wish)
          + (world == null
              ? ""
              : " " + world.preconditions().stream().map(Precondition::asked).toList());
    }

    @Override
    public GateKind kind() {
      return GateKind.APPROVAL;
    }

    @Override
    public Approval raise(Change change, Run run) {
      Until until = Until.of(change, run, this, terms);
      Approval raised = approval(change, run, until);
      if (target != null) {
        change.keep(KeptTarget.KIND, new KeptTarget(raised.key(), run.head().sessionId(), target));
      }
      return raised;
    }

    private Approval approval(Change change, Run run, Until until) {
      ToolCall call = run.call(callId);
      PolicyBook book = PolicyBook.in(change);
      RiskNote risk =
          Descriptions.risk(
              run.head(),
              call,
              new Descriptions.Said(reason, requestedItems, terms, null),
              book.isEmpty() ? null : GatePolicies.of(book, run, kind(), call, terms),
              place != null ? place : run.placeOf(callId));
      return new Approval(
          change.newId(kind().prefix()),
          callId,
          reason,
          change.nowMs(),
          until.expiresAtMs,
          chain == null ? 1 : chain.revision(),
          digest,
          caution != null && caution.grantless() ? List.of() : patternKeys,
          requestedItems,
          offer,
          caution,
          terms.orNull(),
          chain,
          world,
          risk,
          Descriptions.kept(reason, call.tool(), said),
          toolDescription,
          ApprovalState.Pending.until(until.expiresAtMs),
          null,
          until.progress,
          null);
    }
  }

  record OfQuestion(
      String callId,
      List<StructuredQuestion> questions,
      Deadline deadline,
      @Nullable Json form,
      @Nullable PageLink link,
      RequestTerms terms,
      @Nullable UncertainEffect effect)
      implements GateDraft {
    /** Of an asker that says nothing of its own request. */
    public OfQuestion(
        String callId,
        List<StructuredQuestion> questions,
        Deadline deadline,
        @Nullable Json form,
        @Nullable PageLink link) {
      this(callId, questions, deadline, form, link, RequestTerms.NONE, null);
    }

    /** Whose questions say all that there is to say of the answers. */
    public OfQuestion(String callId, List<StructuredQuestion> questions, Deadline deadline) {
      this(callId, questions, deadline, null, null);
    }

    public OfQuestion on(RequestTerms said) {
      return new OfQuestion(callId, questions, deadline, form, link, said, effect);
    }

    /**
     * Asks whether an effect happened, of a run of the loop or of one that only waits.
     *
     * @param expiresAfterMs null: it waits as long as it takes
     */
    public static OfQuestion about(
        String callId, UncertainEffect effect, @Nullable Long expiresAfterMs) {
      return new OfQuestion(
          callId,
          List.of(effect.asked()),
          new Deadline(null, expiresAfterMs),
          null,
          null,
          RequestTerms.NONE,
          effect);
    }

    @Override
    public String asked() {
      return terms.equals(RequestTerms.NONE) ? "" : " " + terms.asked();
    }

    @Override
    public GateKind kind() {
      return GateKind.QUESTION;
    }

    @Override
    public Question raise(Change change, Run run) {
      Until until = Until.of(change, run, this, terms);
      return new Question(
          change.newId(kind().prefix()),
          callId,
          questions,
          form,
          link,
          change.nowMs(),
          until.expiresAtMs,
          terms.orNull(),
          QuestionState.Pending.until(until.expiresAtMs),
          null,
          until.progress,
          null,
          effect);
    }
  }
}
