package dev.holdpoint.http.v1.view;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalEndorsement;
import dev.holdpoint.api.gate.StandingBodies.MissingView;
import dev.holdpoint.api.gate.StandingBodies.NextView;
import dev.holdpoint.api.gate.StandingBodies.PolicyMark;
import dev.holdpoint.api.gate.StandingBodies.StandingView;
import dev.holdpoint.api.gate.StandingBodies.VoteView;
import dev.holdpoint.api.status.AppliedEnding;
import dev.holdpoint.core.access.PrincipalName;
import dev.holdpoint.core.event.ToldStanding;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.Endorsement;
import dev.holdpoint.core.gate.Ruling;
import dev.holdpoint.core.policy.Standing;
import dev.holdpoint.core.policy.Vote;
import dev.holdpoint.engine.standing.Judgement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What policies make of votes, as a client sees it. */
public final class StandingViews {
  private static final String ALLOW = "allow";
  private static final String DENY = "deny";

  private StandingViews() {}

  /** Null where one click of anyone decides the gate, and where it is settled. */
  public static @Nullable StandingView of(Judgement judged, long nowMs) {
    if (!judged.gate().isPending() || judged.isPlain()) {
      return null;
    }
    return of(ToldStanding.whole(judged.now().standing(), nowMs));
  }

  /** As an event has told of it; null where it told of none. */
  static @Nullable StandingView of(@Nullable ToldStanding told) {
    if (told == null) {
      return null;
    }
    return new StandingView(
        told.state().word(),
        mark(told.policy()),
        told.stage(),
        told.stages(),
        told.votes().stream().map(StandingViews::vote).toList(),
        told.missing().stream()
            .map(all -> all.stream().map(StandingViews::missing).toList())
            .toList(),
        next(told.next()),
        AppliedEnding.valueOf(told.onExpiry().name()),
        told.summary());
  }

  static List<ApprovalEndorsement> endorsements(Approval approval) {
    List<Endorsement> all =
        switch (approval.state()) {
          case ApprovalState.Pending pending -> pending.endorsements();
          case ApprovalState.Allowed allowed -> allowed.endorsements();
          case ApprovalState.Settled _ -> List.of();
        };
    return all.stream().map(one -> new ApprovalEndorsement(one.by(), one.atMs())).toList();
  }

  private static @Nullable PolicyMark mark(ToldStanding.@Nullable Mark policy) {
    return policy == null
        ? null
        : new PolicyMark(
            policy.id(), policy.name(), policy.version(), policy.risk(), policy.note());
  }

  private static VoteView vote(Vote vote) {
    return new VoteView(
        vote.by(),
        vote.atMs(),
        vote.yes() ? ALLOW : DENY,
        vote.reason() == null || vote.reason().isEmpty() ? null : vote.reason());
  }

  private static MissingView missing(Standing.Missing one) {
    return new MissingView(one.count(), one.of(), one.people(), one.more());
  }

  private static @Nullable NextView next(Standing.@Nullable Next next) {
    return next == null
        ? null
        : new NextView(
            next.what().word(), next.atMs(), next.to(), next.unseen() ? Boolean.TRUE : null);
  }

  /** The policy under which a gate was decided; null where none held. */
  static @Nullable PolicyMark policy(@Nullable Ruling ruling) {
    return ruling == null || ruling.policyId() == null
        ? null
        : new PolicyMark(
            ruling.policyId(),
            String.valueOf(ruling.policyName()),
            ruling.policyVersion(),
            null,
            null);
  }

  /** The votes of a settled approval, the oldest first; null where one click was enough. */
  static @Nullable List<VoteView> votes(Approval approval) {
    Ruling ruling = approval.ruling();
    if (ruling == null || !(approval.state() instanceof ApprovalState.Settled settled)) {
      return null;
    }
    List<Vote> votes = new ArrayList<>();
    String decider = ruling.decider();
    ruling.objections().forEach(no -> votes.add(Judgement.vote(no)));
    if (settled instanceof ApprovalState.Allowed allowed && !allowed.endorsements().isEmpty()) {
      allowed.endorsements().forEach(yes -> votes.add(Judgement.vote(yes)));
    } else {
      ruling.endorsements().forEach(yes -> votes.add(Judgement.vote(yes)));
      last(settled, decider, votes);
    }
    if (settled instanceof ApprovalState.Allowed && decider != null) {
      // A person's yes replaces their no.
      votes.removeIf(vote -> !vote.yes() && PrincipalName.isSame(vote.by(), decider));
    }
    votes.sort(Comparator.comparingLong(Vote::atMs));
    return votes.stream().map(StandingViews::vote).toList();
  }

  /** The word that ended it, where a person said it. */
  private static void last(
      ApprovalState.Settled settled, @Nullable String decider, List<Vote> votes) {
    if (decider != null
        && (settled instanceof ApprovalState.Allowed || settled instanceof ApprovalState.Denied)) {
      String reason = settled instanceof ApprovalState.Denied denied ? denied.reason() : null;
      votes.removeIf(vote -> PrincipalName.isSame(vote.by(), decider));
      votes.add(
          new Vote(
              decider,
              settled.atMs(),
              settled instanceof ApprovalState.Allowed,
              reason,
              null,
              null));
    }
  }
}
