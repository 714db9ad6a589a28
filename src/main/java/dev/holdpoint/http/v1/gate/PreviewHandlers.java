package dev.holdpoint.http.v1.gate;

import dev.holdpoint.api.gate.PreviewBodies.ApprovalPreview;
import dev.holdpoint.api.gate.PreviewBodies.FilePreview;
import dev.holdpoint.api.gate.PreviewBodies.PreviewHunk;
import dev.holdpoint.api.gate.PreviewBodies.PreviewProblem;
import dev.holdpoint.api.gate.PreviewBodies.PreviewReason;
import dev.holdpoint.api.gate.PreviewBodies.PreviewStatus;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.world.CallPreview;
import dev.holdpoint.core.world.UnifiedDiff;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.port.WorldSight;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.view.ViewContext;
import java.util.List;
import java.util.Map;

/** What the files of a call would become, for the person who is asked about it. */
public final class PreviewHandlers {
  private static final int CONTEXT = 3;
  private static final int MOST_CONTEXT = 50;

  private final ViewContext sight;
  private final WorldSight world;

  public PreviewHandlers(ViewContext sight, WorldSight world) {
    this.sight = sight;
    this.world = world;
  }

  public Map<String, Handler> all() {
    return Map.of("previewApproval", this::preview);
  }

  private Reply preview(Call call) {
    int context = call.intQuery("context", CONTEXT, 0, MOST_CONTEXT);
    String id = call.path("approval_id");
    Gates.Found<Approval> found =
        sight.engine.read(
            queries -> Gates.approval(queries, id).orElseThrow(ApprovalHandlers::notFound));
    Approval approval = found.gate();
    Run run = found.run();
    // The files are read outside of the transaction: nobody else waits for a disk.
    CallPreview preview =
        approval.state() instanceof ApprovalState.Pending
            ? world.preview(run, run.call(approval.callId()), context)
            : CallPreview.none(CallPreview.Reason.SETTLED);
    return Reply.json(200, shown(approval, preview, sight.engine.nowMs()));
  }

  private static ApprovalPreview shown(Approval approval, CallPreview preview, long nowMs) {
    CallPreview.Reason reason = preview.reason();
    return new ApprovalPreview(
        approval.digest(),
        nowMs,
        reason == null,
        reason == null ? null : PreviewReason.valueOf(reason.name()),
        preview.files().stream().map(PreviewHandlers::shown).toList());
  }

  private static FilePreview shown(CallPreview.FileChange file) {
    CallPreview.Problem problem = file.problem();
    return new FilePreview(
        file.path(),
        PreviewStatus.valueOf(file.status().name()),
        file.added(),
        file.removed(),
        file.hunks().stream().map(PreviewHandlers::shown).toList(),
        file.cut() ? true : null,
        problem == null ? null : PreviewProblem.valueOf(problem.name()),
        file.matches());
  }

  private static PreviewHunk shown(UnifiedDiff.Hunk hunk) {
    return new PreviewHunk(
        hunk.beforeStart(),
        hunk.afterStart(),
        hunk.lines().stream()
            .map(line -> List.of(String.valueOf(line.sign()), line.text()))
            .toList());
  }
}
