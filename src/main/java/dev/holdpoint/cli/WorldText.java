package dev.holdpoint.cli;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRequestView;
import dev.holdpoint.api.gate.WorldBodies.PreconditionState;
import dev.holdpoint.api.gate.WorldBodies.PreconditionView;
import dev.holdpoint.api.gate.WorldBodies.WorldChangeView;
import dev.holdpoint.api.json.Wire;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a decision depends on, and what has changed, safe to print. */
public final class WorldText {
  private WorldText() {}

  /** What something is about: a path, an address or a name. */
  static String subject(WorldChangeView change) {
    return subject(change.path(), change.url(), change.name());
  }

  private static String subject(
      @Nullable String path, @Nullable String url, @Nullable String name) {
    return path != null ? path : url != null ? url : String.valueOf(name);
  }

  /** A line for each: whether it still holds comes first. */
  public static List<String> preconditions(ApprovalRequestView request) {
    List<PreconditionView> all = request.preconditions();
    List<String> lines = new ArrayList<>();
    for (PreconditionView one : all == null ? List.<PreconditionView>of() : all) {
      String state = one.state() == PreconditionState.MOVED ? "MOVED" : Wire.name(one.state());
      lines.add(
          Visible.line(
              "%s: %s %s %s"
                  .formatted(
                      state,
                      Wire.name(one.type()),
                      subject(one.path(), one.url(), one.name()),
                      one.expected())));
    }
    return lines;
  }

  /** What had changed when the approval before was to be carried out. */
  public static List<String> changes(ApprovalRequestView request) {
    List<WorldChangeView> all = request.changes();
    List<String> texts = new ArrayList<>();
    for (WorldChangeView one : all == null ? List.<WorldChangeView>of() : all) {
      String head =
          Visible.line("%s: was %s, is %s".formatted(subject(one), one.expected(), one.found()));
      String diff = one.diff() == null ? "" : "\n" + Visible.lines(one.diff()).stripTrailing();
      texts.add(head + diff);
    }
    return texts;
  }
}
