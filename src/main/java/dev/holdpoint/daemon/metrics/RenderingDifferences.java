package dev.holdpoint.daemon.metrics;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.commit.CommitListener;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.Renderings;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** Decisions of people who were shown another text than was asked. */
final class RenderingDifferences implements CommitListener {
  private static final Logger LOG = LoggerFactory.getLogger(RenderingDifferences.class);

  /** No JSON is read of decisions without it. */
  private static final String SIGN = "\"" + Renderings.AS_ASKED + "\":false";

  private final LongAdder differences = new LongAdder();

  @Override
  public void rows(List<JournalRow> rows) {
    for (JournalRow row : rows) {
      Run run = row.run();
      for (LedgerEvent event : row.events()) {
        switch (event) {
          case LedgerEvent.ApprovalResolved(var resolutions, var by, _) ->
              resolutions.forEach(sent -> look(sent, by));
          case LedgerEvent.ApprovalEndorsed(_, var by, _, _) when run != null ->
              endorsed(run, by, row.atMs());
          case LedgerEvent.RunUpdated _ when run != null -> objected(run, row.atMs());
          default -> {}
        }
      }
    }
  }

  /** Votes that leave the approval waiting are in the run alone. */
  private void endorsed(Run run, String by, long atMs) {
    for (Approval approval : run.pendingApprovals()) {
      if (approval.state() instanceof ApprovalState.Pending pending) {
        pending.endorsements().stream()
            .filter(yes -> yes.atMs() == atMs && yes.by().equals(by))
            .forEach(yes -> look(yes.sent(), by));
      }
    }
  }

  private void objected(Run run, long atMs) {
    for (Approval approval : run.pendingApprovals()) {
      if (approval.state() instanceof ApprovalState.Pending pending) {
        pending.objections().stream()
            .filter(no -> no.atMs() == atMs)
            .forEach(no -> look(no.sent(), no.by()));
      }
    }
  }

  private void look(Json sent, String by) {
    if (!sent.text().contains(SIGN)) {
      return;
    }
    JsonNode decision = JsonTree.of(sent);
    JsonNode rendered = Renderings.difference(decision);
    if (rendered != null) {
      differences.increment();
      LOG.warn(
          "{} decided {} on another text than was asked: {} showed one with the rendering digest {}, "
              + "and that of the request is {}. The decision counts. Check the program that showed it.",
          by,
          decision.path("request_id").asString(""),
          rendered.path("surface").asString(""),
          rendered.path("sha256").asString(""),
          rendered.path("asked_sha256").asString(""));
    }
  }

  void write(Exposition out) {
    out.counter(
        "holdpoint_rendering_differences_total",
        "Decisions of people who were shown another text than was asked.",
        differences.sum());
  }
}
