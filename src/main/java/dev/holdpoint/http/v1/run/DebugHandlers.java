package dev.holdpoint.http.v1.run;

import dev.holdpoint.api.run.RunBodies.DebugArtifactView;
import dev.holdpoint.api.run.RunBodies.DebugFormat;
import dev.holdpoint.api.run.RunBodies.DebugLevel;
import dev.holdpoint.api.run.RunBodies.PruneRunsRequest;
import dev.holdpoint.api.run.RunBodies.PruneRunsResult;
import dev.holdpoint.api.run.RunBodies.RunDebugView;
import dev.holdpoint.core.audit.AdminTarget;
import dev.holdpoint.core.cluster.Node;
import dev.holdpoint.core.debug.Artifact;
import dev.holdpoint.core.debug.ArtifactId;
import dev.holdpoint.core.debug.CaptureLevel;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.audit.AdminActs;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.port.store.Cluster;
import dev.holdpoint.engine.retention.DebugArtifacts;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.Bodies;
import dev.holdpoint.http.v1.view.ViewContext;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/** What was kept of how runs asked their models: looked at, and pruned. */
public final class DebugHandlers {
  private final ViewContext sight;
  private final Bodies bodies;
  private final DebugArtifacts debugging;
  private final AdminActs acts;

  public DebugHandlers(ViewContext sight, Bodies bodies, DebugArtifacts debugging, AdminActs acts) {
    this.acts = acts;
    this.sight = sight;
    this.bodies = bodies;
    this.debugging = debugging;
  }

  public Map<String, Handler> all() {
    return Map.of(
        "getRunDebug", this::get,
        "getRunDebugArtifact", this::text,
        "pruneRuns", this::prune);
  }

  private Run run(Call call) {
    return sight.engine.read(queries -> sight.run(queries, call.path("run_id")));
  }

  private Reply get(Call call) {
    Run run = run(call);
    List<Artifact> artifacts = debugging.artifacts(run);
    // A restart may change the level in the middle of a run: the view tells what may be in it.
    CaptureLevel level =
        artifacts.stream()
            .map(Artifact::level)
            .max(Comparator.naturalOrder())
            .orElse(CaptureLevel.OFF);
    return Reply.json(
        200,
        new RunDebugView(
            run.id(),
            DebugLevel.valueOf(level.name()),
            artifacts.stream().map(DebugHandlers::view).toList()));
  }

  private static DebugArtifactView view(Artifact artifact) {
    return new DebugArtifactView(
        artifact.id().text(),
        DebugFormat.valueOf(artifact.format().name()),
        artifact.updatedAtMs(),
        artifact.bytes(),
        artifact.plaintextBytes(),
        artifact.sha256(),
        artifact.isTruncated(),
        artifact.originalBytes(),
        artifact.encrypted());
  }

  /** Each node keeps what it captured itself. */
  private String elsewhere() {
    Cluster cluster = sight.engine.cluster();
    String others =
        cluster.nodes().all().stream()
            .filter(node -> node.isLive() && node.epoch() != cluster.epoch())
            .map(Node::name)
            .collect(Collectors.joining(", "));
    return others.isEmpty() ? "" : ", or it ran on another node: ask that node (" + others + ")";
  }

  private Reply text(Call call) {
    Run run = run(call);
    List<Artifact> artifacts = debugging.artifacts(run);
    if (artifacts.isEmpty()) {
      throw Problem.RUN_DEBUG_NOT_FOUND
          .because(
              "Nothing was recorded for this run: debug.capture was off, or the bundle "
                  + "was pruned"
                  + elsewhere()
                  + ".")
          .asException();
    }
    ArtifactId id = ArtifactId.parse(call.path("artifact_id"));
    if (artifacts.stream().noneMatch(artifact -> artifact.id().equals(id))) {
      throw Problem.RUN_DEBUG_ARTIFACT_NOT_FOUND
          .because("The run has no such artifact. GET …/debug lists them.")
          .asException();
    }
    acts.record(
        AdminTarget.DEBUG_READ,
        JsonTree.object()
            .put("run_id", run.id())
            .put("artifact_id", Objects.requireNonNull(id).text()));
    String text = debugging.text(run, id);
    if (text == null) {
      throw Problem.RUN_DEBUG_ARTIFACT_NOT_FOUND
          .because(
              "The artifact cannot be read: it is damaged, or encrypted with a "
                  + "different key. Start the daemon with the debug.capture_key that it was "
                  + "recorded with.")
          .asException();
    }
    return Reply.text(200, "text/plain; charset=utf-8", text)
        .with("Content-Security-Policy", "default-src 'none'; sandbox")
        .with("Cache-Control", "no-store");
  }

  private static ObjectNode what(PruneRunsRequest body) {
    ObjectNode what = JsonTree.object().put("older_than_ms", body.olderThanMs());
    if (body.sessionId() != null) {
      what.put("session_id", body.sessionId());
    }
    return body.limit() == null ? what : what.put("limit", body.limit());
  }

  private Reply prune(Call call) {
    PruneRunsRequest body = bodies.read(call, PruneRunsRequest.class);
    boolean dryRun = Boolean.TRUE.equals(body.dryRun());
    if (!dryRun) {
      acts.record(AdminTarget.RUNS_PRUNE, what(body));
    }
    DebugArtifacts.Pruned pruned =
        debugging.prune(
            new DebugArtifacts.Spec(
                Objects.requireNonNull(body.olderThanMs()),
                body.sessionId(),
                body.limit(),
                dryRun));
    return Reply.json(
        200,
        new PruneRunsResult(
            dryRun,
            pruned.nowMs(),
            pruned.cutoffMs(),
            body.limit(),
            pruned.matched(),
            DebugArtifacts.Pruned.runIds(pruned.candidates()),
            DebugArtifacts.Pruned.bytes(pruned.candidates()),
            DebugArtifacts.Pruned.runIds(pruned.pruned()),
            DebugArtifacts.Pruned.bytes(pruned.pruned())));
  }
}
