package dev.holdpoint.http.v1.daemon;

import dev.holdpoint.core.audit.AdminTarget;
import dev.holdpoint.engine.audit.AdminActs;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.Bodies;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;

/** Backups, made while the daemon goes on, and sent as they are made. */
public final class BackupHandlers {
  private final Bodies bodies;
  private final Source source;
  private final AdminActs acts;

  /** What makes them. */
  public interface Source {
    /** How long it will be at most; 0 where that is not known. */
    long bytesAtMost(Spec wish);

    void write(Spec wish, OutputStream out) throws IOException;
  }

  /**
   * @param filesOnly without the ledger
   * @param withoutWorkspaces without the folders in which tools have worked
   */
  public record Spec(boolean filesOnly, boolean withoutWorkspaces) {}

  public BackupHandlers(Bodies bodies, Source source, AdminActs acts) {
    this.acts = acts;
    this.bodies = bodies;
    this.source = source;
  }

  public Map<String, Handler> all() {
    return Map.of("makeBackup", this::make);
  }

  private Reply make(Call call) {
    bodies.checkUnused(call);
    Spec wish = new Spec(call.flag("files_only"), call.flag("without_workspaces"));
    acts.record(
        AdminTarget.BACKUP_MAKE,
        JsonTree.object()
            .put("files_only", wish.filesOnly)
            .put("without_workspaces", wish.withoutWorkspaces));
    return Reply.written("application/zip", out -> source.write(wish, out))
        .with("Content-Disposition", "attachment; filename=\"holdpoint-backup.zip\"")
        .with("Holdpoint-Total", Long.toString(source.bytesAtMost(wish)));
  }
}
