package dev.holdpoint.engine.team;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import dev.holdpoint.core.run.Requester;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.core.team.Channel;
import dev.holdpoint.core.team.Project;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Existing;
import dev.holdpoint.engine.port.store.LiveRun;
import dev.holdpoint.engine.port.store.TermHits;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The sessions that belong to a channel or a project. */
public final class Members {
  /** How many projects and channels of a session are told, the newest of them. */
  static final int MOST = 100;

  private Members() {}

  /** Each once, and each of them there. */
  static List<String> existing(Change change, List<String> ids) {
    for (int i = 0; i < ids.size(); i++) {
      if (change.session(ids.get(i)) == null) {
        throw noSession(ids.get(i), i);
      }
    }
    return List.copyOf(new LinkedHashSet<>(ids));
  }

  /**
   * @param place in the list of members
   */
  public static RuntimeException noSession(String id, int place) {
    return Problem.INVALID_REQUEST
        .because(
            "There is no session "
                + Existing.shown(id)
                + ". Create it with POST /v1/sessions before you add it as a member.")
        .at("/members/" + place, "is not a session")
        .asException();
  }

  /**
   * The projects and channels in which the session works now: those that have it as a member, and
   * the project whose task it does.
   *
   * @param run what the session does; null for whatever it has in hand
   */
  public static Requester.Contexts contexts(Change change, Session session, @Nullable Run run) {
    Stream<Run> work =
        run != null
            ? Stream.of(run)
            : change.load(session.key()).awake().stream()
                .filter(LiveRun::holdsSlot)
                .map(LiveRun::key)
                .map(change::run)
                .filter(Objects::nonNull);
    Set<String> projects =
        new LinkedHashSet<>(
            having(change, Project.KIND, "", session.id()).stream().map(Project::id).toList());
    work.map(one -> Projects.projectOf(change, one))
        .filter(Objects::nonNull)
        .forEach(projects::add);
    List<String> channels =
        having(change, Channel.KIND, Channel.LISTED, session.id()).stream()
            .map(Channel::id)
            .toList();
    return new Requester.Contexts(List.copyOf(projects), channels);
  }

  /** Oldest first; also what earlier works of the same transaction have left. */
  private static <T extends StoredRecord> Collection<T> having(
      Change change, RecordKind<T> shelf, String group, String member) {
    List<Long> keys =
        change.queries().withTerms(shelf, List.of(group), List.of(member), MOST).stream()
            .map(TermHits::key)
            .toList();
    TreeMap<Long, T> found = new TreeMap<>();
    change.queries().keptAmong(shelf, keys).forEach(one -> found.put(one.key(), one));
    change.ledger().fresh(shelf).forEach(one -> found.put(one.key(), one));
    found.values().removeIf(one -> !one.terms().contains(member));
    return found.values();
  }
}
