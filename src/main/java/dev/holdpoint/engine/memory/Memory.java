package dev.holdpoint.engine.memory;

import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.memory.Eligibility;
import dev.holdpoint.core.memory.Found;
import dev.holdpoint.core.memory.Learning;
import dev.holdpoint.core.memory.LearningScope;
import dev.holdpoint.core.memory.Packed;
import dev.holdpoint.core.memory.Projection;
import dev.holdpoint.core.memory.RunMemory;
import dev.holdpoint.core.memory.Scored;
import dev.holdpoint.core.memory.Skill;
import dev.holdpoint.core.memory.Terms;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.TermHits;
import dev.holdpoint.engine.session.Sessions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a session remembers: the learnings of its scopes, what its runs left, and the skills it
 * sees. However much there is, only a window of the newest or the best of it is looked at.
 */
public final class Memory {
  /** How many of the newest learnings of a scope are looked at. */
  private static final int NEWEST = 256;

  /** How many of the learnings with the most words of a query are looked at. */
  private static final int SCORED = 1_024;

  private static final int AT_ONCE = 64;

  private final Engine engine;
  private final Recollections recollections;
  private final Skills skills;

  public Memory(Engine engine, Recollections recollections, Skills skills) {
    this.engine = engine;
    this.recollections = recollections;
    this.skills = skills;
  }

  /** What a run of the session is told without asking. */
  public record Context(
      Session session,
      List<LearningScope> scopes,
      Packed<Scored<Learning>> learned,
      Packed<Scored<RunMemory>> recovered,
      List<Skill> skills) {}

  /**
   * @param truncated whether there may be more
   */
  public record Results(Session session, List<Found> found, boolean truncated) {}

  /**
   * @param query what the next run is about; null when that is not known
   */
  public Context context(String sessionId, @Nullable String query) {
    Set<String> terms = query == null ? Set.of() : Terms.ofQuery(query);
    List<Skill> known = skills.all();
    long nowMs = engine.nowMs();
    Recollections.Sieve sieve = recollections.sieve(nowMs);
    Context context =
        engine.read(
            queries -> {
              Session session = Sessions.find(queries, sessionId);
              List<LearningScope> scopes = scopes(session);
              Recollections.Recalled recalled = sieve.own(queries, session);
              return new Context(
                  session,
                  scopes,
                  learned(queries, scopes, terms),
                  Projection.recovered(recalled.memories(), terms).orMore(recalled.more()),
                  Skills.visible(known, session, scopes));
            });
    sieve.forget();
    return context;
  }

  public Results search(String sessionId, @Nullable String query, int limit) {
    Set<String> terms = query == null ? Set.of() : Terms.ofQuery(query);
    List<Skill> known = query == null ? List.of() : skills.all();
    Recollections.Sieve sieve = recollections.sieve(engine.nowMs());
    Results results =
        engine.read(
            queries -> {
              Session session = Sessions.find(queries, sessionId);
              List<LearningScope> scopes = scopes(session);
              Window<Learning> learnings =
                  query == null
                      ? newest(queries, scopes, l -> !l.isSensitive(), limit + 1)
                      : withTerms(queries, scopes, terms, _ -> true, limit + 1);
              Recollections.Recalled recalled = sieve.searched(queries, session);
              List<Found> found =
                  Stream.of(
                          learnings.items.stream().map(l -> Found.of(l, terms)),
                          recalled.memories().stream()
                              .map(m -> Found.of(m, terms, m.isOf(session.id()))),
                          Skills.visible(known, session, scopes).stream()
                              .map(s -> Found.of(s, terms)))
                      .flatMap(part -> part)
                      .filter(one -> query == null || one.score() > 0)
                      .sorted(Found.ORDER)
                      .toList();
              boolean fits = found.size() <= limit;
              return new Results(
                  session,
                  fits ? found : found.subList(0, limit),
                  !fits || learnings.more || recalled.more());
            });
    sieve.forget();
    return results;
  }

  /** The scopes whose learnings a session shares, the narrowest first. */
  public static List<LearningScope> scopes(Session session) {
    List<LearningScope> scopes = new ArrayList<>();
    scopes.add(LearningScope.session(session.id()));
    if (session.persona() != null) {
      scopes.add(LearningScope.persona(session.persona().id()));
    }
    scopes.add(
        session.tenantId().equals(Tenants.ROOT)
            ? LearningScope.WORKSPACE
            : LearningScope.workspace(session.tenantId()));
    return List.copyOf(scopes);
  }

  private static Packed<Scored<Learning>> learned(
      Queries queries, List<LearningScope> scopes, Set<String> terms) {
    int enough = Projection.LEARNED.entries() + 1;
    Window<Learning> scoring = withTerms(queries, scopes, terms, Eligibility::isEligible, enough);
    if (!scoring.items.isEmpty()) {
      return Projection.learned(scoring.items, terms).orMore(scoring.more);
    }
    Window<Learning> newest = newest(queries, scopes, Eligibility::isEligible, enough);
    return Projection.learned(newest.items, terms).orMore(newest.more);
  }

  /**
   * @param more whether it was not looked at everything
   */
  private record Window<T>(List<T> items, boolean more) {}

  /** The ones with the most terms, until there are enough that are wanted. */
  private static Window<Learning> withTerms(
      Queries queries,
      List<LearningScope> scopes,
      Set<String> terms,
      Predicate<Learning> wanted,
      int enough) {
    List<Long> keys =
        queries.withTerms(Learning.KIND, groups(scopes), terms, SCORED).stream()
            .map(TermHits::key)
            .toList();
    List<Learning> found = new ArrayList<>();
    int looked = 0;
    while (looked < keys.size() && found.size() < enough) {
      List<Long> some = keys.subList(looked, Math.min(looked + AT_ONCE, keys.size()));
      looked += some.size();
      queries.keptAmong(Learning.KIND, some).stream().filter(wanted).forEach(found::add);
    }
    return new Window<>(found, looked < keys.size() || keys.size() == SCORED);
  }

  /** Some of each scope, so that many learnings of one do not hide those of another. */
  private static Window<Learning> newest(
      Queries queries, List<LearningScope> scopes, Predicate<Learning> wanted, int enough) {
    List<Learning> found = new ArrayList<>();
    boolean more = false;
    for (String group : groups(scopes)) {
      long below = Long.MAX_VALUE;
      int met = 0;
      int looked = 0;
      List<Learning> some;
      do {
        some = queries.keptBelow(Learning.KIND, group, below, AT_ONCE);
        for (Learning learning : some) {
          below = learning.key();
          looked++;
          if (wanted.test(learning)) {
            found.add(learning);
            met++;
          }
        }
      } while (some.size() == AT_ONCE && met < enough && looked < NEWEST);
      more |= some.size() == AT_ONCE;
    }
    return new Window<>(found, more);
  }

  private static List<String> groups(List<LearningScope> scopes) {
    return scopes.stream().map(LearningScope::text).toList();
  }
}
