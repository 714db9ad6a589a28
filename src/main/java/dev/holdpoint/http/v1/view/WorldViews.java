package dev.holdpoint.http.v1.view;

import dev.holdpoint.api.gate.WorldBodies.PreconditionState;
import dev.holdpoint.api.gate.WorldBodies.PreconditionType;
import dev.holdpoint.api.gate.WorldBodies.PreconditionView;
import dev.holdpoint.api.gate.WorldBodies.WorldChangeView;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.world.Precondition;
import dev.holdpoint.core.world.Sighting;
import dev.holdpoint.core.world.WorldChange;
import dev.holdpoint.core.world.WorldTerms;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** What of the world an approval depends on, and whether that still stands. */
final class WorldViews {
  /** Of what has happened: it must be shown the same later. */
  static final WorldViews PAST = new WorldViews((_, _) -> Sighting.UNSEEN, false);

  private final BiFunction<Run, Precondition, Sighting> sight;
  private final boolean whole;

  /**
   * @param sight how something is now, if the daemon can look
   * @param whole whether what a target has in it is shown, as the difference: it belongs in no list
   *     and no event
   */
  WorldViews(BiFunction<Run, Precondition, Sighting> sight, boolean whole) {
    this.sight = sight;
    this.whole = whole;
  }

  @Nullable List<PreconditionView> preconditions(Run run, Approval approval) {
    WorldTerms world = approval.world();
    return world == null || world.preconditions().isEmpty()
        ? null
        : world.preconditions().stream().map(one -> view(run, approval, one)).toList();
  }

  private PreconditionView view(Run run, Approval approval, Precondition one) {
    Sighting now = approval.isPending() ? sight.apply(run, one) : Sighting.UNSEEN;
    String expected = one.expectedText();
    return new PreconditionView(
        PreconditionType.valueOf(one.type().name()),
        path(one.type(), one.subject()),
        url(one.type(), one.subject()),
        name(one.type(), one.subject()),
        expected == null ? Sighting.UNSEEN.text() : expected,
        PreconditionState.valueOf(one.against(now).name()));
  }

  @Nullable List<WorldChangeView> changes(Approval approval) {
    WorldTerms world = approval.world();
    return world == null || world.changes().isEmpty()
        ? null
        : changes(
            whole
                ? world.changes()
                : world.changes().stream().map(WorldChange::withoutDiff).toList());
  }

  static List<WorldChangeView> changes(List<WorldChange> changes) {
    return changes.stream()
        .map(
            one ->
                new WorldChangeView(
                    PreconditionType.valueOf(one.type().name()),
                    path(one.type(), one.subject()),
                    url(one.type(), one.subject()),
                    name(one.type(), one.subject()),
                    one.expected(),
                    one.found(),
                    one.expectedBytes(),
                    one.foundBytes(),
                    one.diff()))
        .toList();
  }

  private static @Nullable String path(Precondition.Type type, String subject) {
    return type.subjectMember().equals("path") ? subject : null;
  }

  private static @Nullable String url(Precondition.Type type, String subject) {
    return type == Precondition.Type.HTTP_ETAG ? subject : null;
  }

  private static @Nullable String name(Precondition.Type type, String subject) {
    return type == Precondition.Type.FINGERPRINT ? subject : null;
  }
}
