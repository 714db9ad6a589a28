package dev.holdpoint.engine.memory;

import dev.holdpoint.core.memory.Found;
import dev.holdpoint.core.memory.LearningScope;
import dev.holdpoint.core.memory.Skill;
import dev.holdpoint.core.memory.Terms;
import dev.holdpoint.core.session.CapabilityScope;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.port.SkillSource;
import dev.holdpoint.engine.session.Sessions;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Which skills a session sees, and what they say. */
public final class Skills {
  private final Engine engine;
  private final SkillSource source;

  public Skills(Engine engine, SkillSource source) {
    this.engine = engine;
    this.source = source;
  }

  /** What came of the wish to load a skill. */
  public sealed interface Loading {
    record Loaded(Skill skill, String text) implements Loading {}

    /** A sentence that says why not. */
    record Refused(String why) implements Loading {}
  }

  List<Skill> all() {
    return source.skills();
  }

  /**
   * The skills that the session sees, by name.
   *
   * @param query only those that have a word of it, the best first; null for all
   */
  public List<Skill> visible(String sessionId, @Nullable String query) {
    List<Skill> known = all();
    Session session = engine.read(queries -> Sessions.find(queries, sessionId));
    List<Skill> visible = visible(known, session, Memory.scopes(session));
    if (query == null) {
      return visible;
    }
    Set<String> terms = Terms.ofQuery(query);
    Comparator<Skill> best = Comparator.comparingInt(skill -> Found.of(skill, terms).score());
    return visible.stream()
        .filter(skill -> Found.of(skill, terms).score() > 0)
        .sorted(best.reversed().thenComparing(Skill::name))
        .toList();
  }

  static List<Skill> visible(List<Skill> known, Session session, List<LearningScope> scopes) {
    Predicate<String> allowed = allowed(session);
    return known.stream().filter(skill -> skill.hiddenFrom(scopes, allowed) == null).toList();
  }

  private static Predicate<String> allowed(Session session) {
    CapabilityScope scope = session.effectiveCapabilityScope();
    return scope == null ? _ -> true : scope.skills()::permit;
  }

  public Loading load(String sessionId, String name) {
    Session session = engine.read(queries -> Sessions.find(queries, sessionId));
    Predicate<String> allowed = allowed(session);
    if (!allowed.test(name)) {
      // Whether there is such a skill is nothing for a session that may not see it.
      return refused(name, Skill.Hidden.DENIED);
    }
    for (Skill skill : all()) {
      if (skill.name().equals(name)) {
        Skill.Hidden hidden = skill.hiddenFrom(Memory.scopes(session), allowed);
        if (hidden != null) {
          return refused(name, hidden);
        }
        String text = source.text(skill);
        return text == null
            ? new Loading.Refused("The skill '" + name + "' has just changed. Load it again.")
            : new Loading.Loaded(skill, text);
      }
    }
    return new Loading.Refused("There is no skill '" + name + "'. Use one of the listed skills.");
  }

  private static Loading refused(String name, Skill.Hidden hidden) {
    return new Loading.Refused(
        "The skill '" + name + "' cannot be used here: " + hidden.reason() + ".");
  }
}
