package dev.holdpoint.core.policy;

import dev.holdpoint.core.access.PrincipalName;
import dev.holdpoint.core.access.Role;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.policy.StageTally.Lack;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One gate between asking and the decision: what its policy makes of the votes, who may act, and
 * what comes by itself. Nothing else decides.
 */
public final class Deliberation {
  private final GatePolicy policy;
  private final PolicyRules rules;
  private final People people;
  private final Ballots ballots;
  private final OpenStage open;
  private final List<Stage> openStages;
  private final List<StageTally> tallies = new ArrayList<>();

  /** What each alternative of the open stages lacks. */
  private final List<Lack> own = new ArrayList<>();

  /** The same with what each lacks of the floor's number. */
  private final List<Lack> lacks;

  private final boolean anyoneIsMissing;

  /**
   * @param people of the gate's tenant, now
   * @param votes in the order in which they were given
   */
  public Deliberation(GatePolicy policy, People people, List<Vote> votes, OpenStage open) {
    this.policy = policy;
    this.people = people;
    this.open = open;
    rules = policy.rules();
    ballots = new Ballots(policy, people, votes);
    List<Stage> stages = rules.needs().stages();
    openStages = stages.subList(0, open.within(stages.size()));
    stages.forEach(
        stage -> tallies.add(new StageTally(stage.need(), rules.distinct(), people, ballots)));
    tallies.subList(0, openStages.size()).forEach(tally -> own.addAll(tally.lacks()));
    anyoneIsMissing = own.stream().anyMatch(lack -> shortOf(lack) > 0);
    lacks = own.stream().map(this::withFloor).distinct().toList();
  }

  /** How many yeses the floor wants beyond those that the alternative lacks. */
  private int shortOf(Lack lack) {
    return policy.yeses() - ballots.yes().size() - lack.people();
  }

  private Lack withFloor(Lack lack) {
    int more = shortOf(lack);
    if (more <= 0) {
      return lack;
    }
    Map<List<Term>, Integer> counts = new LinkedHashMap<>(lack.counts());
    counts.merge(List.of(Who.ANYONE), more, Integer::sum);
    return new Lack(counts);
  }

  public Standing standing() {
    Standing.State state = state();
    return new Standing(
        state,
        policy.named(),
        openStages.size(),
        tallies.size(),
        ballots.lastWords(),
        state == Standing.State.UNDECIDED ? missing() : List.of(),
        next(),
        policy.onExpiry());
  }

  public Standing.State state() {
    if (ballots.noes().stream().anyMatch(cast -> hasVeto(cast.person(), cast.vote().role()))) {
      return Standing.State.DENIED;
    }
    if (lacks.stream().anyMatch(lack -> lack.counts().isEmpty())) {
      return Standing.State.ALLOWED;
    }
    return isHopeless() ? Standing.State.DENIED : Standing.State.UNDECIDED;
  }

  /** Whether objections alone have made every stage impossible, those to come included. */
  private boolean isHopeless() {
    return !ballots.noes().isEmpty() && !canBeMet(false) && canBeMet(true);
  }

  private boolean canBeMet(boolean withObjectors) {
    int most =
        ballots.yes().size()
            + ballots.free().size()
            + (withObjectors ? ballots.objectors().size() : 0);
    return most >= policy.yeses()
        && tallies.stream().anyMatch(tally -> tally.canBeMet(withObjectors));
  }

  /** Alternatives that ask for more than another one say nothing and are left out. */
  private List<List<Standing.Missing>> missing() {
    return lacks.stream()
        .filter(
            lack -> lacks.stream().noneMatch(other -> !other.equals(lack) && other.isWithin(lack)))
        .map(
            lack ->
                lack.counts().entrySet().stream()
                    .map(it -> missing(it.getKey(), it.getValue()))
                    .toList())
        .toList();
  }

  private Standing.Missing missing(List<Term> who, int count) {
    // A yes in one role may be said again in another.
    Stream<Person> again =
        ballots.yes().stream()
            .filter(cast -> !people.fits(cast.person(), cast.vote().role(), who))
            .map(Ballots.Cast::person);
    List<String> all =
        Stream.concat(ballots.free().stream(), again)
            .filter(it -> people.fits(it, who))
            .map(Person::name)
            .sorted()
            .toList();
    List<String> named = all.stream().limit(Standing.MOST_NAMED).toList();
    return new Standing.Missing(count, Who.words(who), named, all.size() - named.size());
  }

  /** The latest of the yeses that are needed; the one that decided where a stage has opened. */
  public @Nullable Vote lastYes() {
    return ballots.yes().reversed().stream()
        .filter(this::isNeeded)
        .findFirst()
        .map(Ballots.Cast::vote)
        .orElse(null);
  }

  /** Whether it fills a place or is one of the several that the floor asks of anyone. */
  private boolean isNeeded(Ballots.Cast yes) {
    return policy.yeses() > 1
        || leaves().anyMatch(leaf -> people.fits(yes.person(), yes.vote().role(), leaf.who()));
  }

  /** All yeses that count, the oldest first. */
  public List<Vote> counted() {
    return ballots.yes().stream().map(Ballots.Cast::vote).toList();
  }

  private Standing.@Nullable Next next() {
    return StageTimes.next(policy, open, isLookedAt());
  }

  /**
   * What has to be done now, before anything else is: open a stage, extend the deadline, or end the
   * gate. Null when nothing is due.
   */
  public Standing.@Nullable Next due(long nowMs) {
    Long deadline = open.expiresAtMs();
    if (open.fixed() && deadline != null && deadline <= nowMs) {
      return new Standing.Next(Standing.What.EXPIRE, deadline, null, false);
    }
    Standing.Next next = next();
    return next != null && next.atMs() <= nowMs ? next : null;
  }

  /** A vote is a look too. */
  private boolean isLookedAt() {
    return Stream.concat(
            open.looks().entrySet().stream(),
            ballots.lastWords().stream().map(vote -> Map.entry(vote.by(), vote.atMs())))
        .anyMatch(look -> look.getValue() >= open.openedAtMs() && mayAct(look.getKey()));
  }

  /** Whether the gate waits for this person: their yes, in whichever of their roles, counts. */
  public boolean mayAct(String name) {
    Person person = people.named(name);
    return person != null
        && ballots.canSayYes(person)
        && (anyoneIsMissing || leaves().anyMatch(leaf -> people.fits(person, leaf.who())));
  }

  /**
   * What a yes of this person would be worth, or an answer to a question.
   *
   * @param role of the token in hand; null for a signature
   */
  public Right mayAllow(String name, @Nullable Role role) {
    Person person = people.named(name);
    if (person == null) {
      return Right.NOT_NAMED;
    }
    if (!policy.requesterMayApprove() && ballots.isRequester(person)) {
      return Right.REQUESTER;
    }
    return anyoneIsMissing
            || hasSaidYes(person)
            || leaves().anyMatch(leaf -> people.fits(person, role, leaf.who()))
        ? Right.GRANTED
        : Right.NOT_NAMED;
  }

  /**
   * A person whose yes is needed may say it again, so that a gate with enough yeses can be settled.
   * One who is named no longer may not: others have said what counts.
   */
  private boolean hasSaidYes(Person person) {
    return ballots.yes().stream().anyMatch(cast -> cast.person().equals(person) && isNeeded(cast));
  }

  /** What a no of this person would be worth; the same for the other words that end a gate. */
  public Right mayDeny(String name, @Nullable Role role) {
    Right yes = mayAllow(name, role);
    Person person = people.named(name);
    if (person == null || policy.gate().kind() == GateKind.QUESTION) {
      return yes;
    }
    if (hasVeto(person, role)) {
      return Right.GRANTED;
    }
    return yes == Right.GRANTED ? Right.OBJECTION : Right.NOT_NAMED;
  }

  private boolean hasVeto(Person person, @Nullable Role role) {
    return ballots.isRequester(person) || people.fits(person, role, rules.veto());
  }

  /**
   * The place of the open stages that a yes of this person fills: one that the others have left, of
   * the alternative that lacks the fewest people. Where nothing is left for them, the first place
   * that they fit; null where there is none.
   */
  public @Nullable String term(String name, @Nullable Role role) {
    Person person = people.named(name);
    return person == null
        ? null
        : Stream.concat(without(name).left(), leaves().map(Need.Of::who))
            .flatMap(List::stream)
            .filter(term -> people.fits(person, role, List.of(term)))
            .map(Term::toString)
            .findFirst()
            .orElse(null);
  }

  /** The gate without the votes of this person. */
  private Deliberation without(String name) {
    List<Vote> others =
        ballots.lastWords().stream()
            .filter(vote -> !PrincipalName.isSame(vote.by(), name))
            .toList();
    return new Deliberation(policy, people, others, open);
  }

  private Stream<List<Term>> left() {
    return own.stream()
        .sorted(Comparator.comparingInt(Lack::people))
        .flatMap(lack -> lack.counts().keySet().stream());
  }

  /** Whether this person's yes would allow the gate if nobody else had voted. */
  public boolean decidesAlone(String name, @Nullable Role role) {
    return !policy.signatureRequired()
        && new Deliberation(
                    policy, people, List.of(new Vote(name, 0, true, null, role, null)), open)
                .state()
            == Standing.State.ALLOWED;
  }

  /** Why this is refused, for the person who asks; null when it is not. */
  public @Nullable String reason(Right right) {
    return switch (right) {
      case GRANTED, OBJECTION -> null;
      case REQUESTER -> "You submitted this run and may not approve it.";
      case NOT_NAMED ->
          "You are not among "
              + openStages.stream()
                  .map(stage -> stage.need())
                  .flatMap(Need::leaves)
                  .flatMap(leaf -> leaf.who().stream())
                  .distinct()
                  .map(Term::words)
                  .collect(Collectors.joining(" or "))
              + ".";
    };
  }

  private Stream<Need.Of> leaves() {
    return openStages.stream().flatMap(stage -> stage.need().leaves());
  }
}
