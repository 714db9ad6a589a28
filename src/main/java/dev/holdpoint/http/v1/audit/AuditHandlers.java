package dev.holdpoint.http.v1.audit;

import dev.holdpoint.api.audit.AuditBodies.AuditKeyView;
import dev.holdpoint.api.audit.AuditBodies.PublishedKey;
import dev.holdpoint.api.audit.AuditBodies.PublishedKeys;
import dev.holdpoint.api.page.PageBodies.ListOrder;
import dev.holdpoint.core.audit.Checkpoint;
import dev.holdpoint.core.audit.ExternalAction;
import dev.holdpoint.core.audit.Seal;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.audit.AuditKeys;
import dev.holdpoint.engine.json.AuditForms;
import dev.holdpoint.engine.port.store.AuditQueries.Placed;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.Bodies;
import dev.holdpoint.http.v1.call.ListPages;
import dev.holdpoint.http.v1.call.Replays;
import dev.holdpoint.http.v1.view.ViewContext;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What was done outside, and the proof of it. */
public final class AuditHandlers {
  private final ViewContext sight;
  private final Bodies bodies;
  private final AuditKeys keys;
  private final String version;

  public AuditHandlers(ViewContext sight, Bodies bodies, AuditKeys keys, String version) {
    this.sight = sight;
    this.bodies = bodies;
    this.keys = keys;
    this.version = version;
  }

  public Map<String, Handler> all() {
    return Map.of(
        "listExternalActions", this::ofRun,
        "listAuditKeys", this::keys,
        "publishedKeys", this::published,
        "rotateAuditKey", this::rotate,
        "listCheckpoints", this::checkpoints,
        "exportAudit", _ -> export());
  }

  private Reply export() {
    keys.exporting();
    // A record may have a line of its own for its evidence.
    long lines =
        sight.engine.read(queries -> queries.lastCheckpointSequence() + 2 * queries.countActions());
    return Reply.lines(new AuditExport(sight.engine, version))
        .with("Holdpoint-Total", Long.toString(lines));
  }

  private Reply ofRun(Call call) {
    String runId = call.path("run_id");
    ListPages.Request wish = ListPages.of(call, "actions " + runId);
    long runKey = sight.engine.read(queries -> runKey(queries, runId));
    if (!wish.paged() && !wish.limited()) {
      return Reply.list(new Whole(runKey));
    }
    return sight.engine.read(
        queries -> {
          int after =
              wish.after() == null ? 0 : Math.clamp(wish.after().key(), 0, Integer.MAX_VALUE);
          List<Placed<ExternalAction>> found = chain(queries, runKey, after, wish.limit() + 1);
          boolean more = found.size() > wish.limit();
          List<Placed<ExternalAction>> shown = more ? found.subList(0, wish.limit()) : found;
          return ListPages.reply(
              wish,
              shown.stream().map(one -> AuditForms.of(one.told())).toList(),
              () -> length(queries, runKey),
              more ? new ListPages.Place(false, shown.getLast().sequence()) : null,
              ListOrder.OLDEST_FIRST);
        });
  }

  private static long length(Queries queries, long runKey) {
    ExternalAction last = queries.lastAction(runKey);
    return last == null ? 0 : last.sequence();
  }

  /** The chain of a run outlives the run. */
  private long runKey(Queries queries, String runId) {
    OptionalLong key = Ulid.keyOf("run_", runId);
    if (key.isPresent()) {
      ExternalAction last = queries.lastAction(key.getAsLong());
      if (last != null && last.deed().runId().equals(runId)) {
        return key.getAsLong();
      }
    }
    return sight.run(queries, runId).key();
  }

  private static List<Placed<ExternalAction>> chain(
      Queries queries, long runKey, int after, int limit) {
    return queries.actionsBeyond(runKey, after, limit).stream()
        .takeWhile(action -> action.runKey() == runKey)
        .toList();
  }

  private final class Whole implements Reply.Rows {
    private final long runKey;
    private int after;

    Whole(long runKey) {
      this.runKey = runKey;
    }

    @Override
    public @Nullable List<ObjectNode> next(int want) {
      List<Placed<ExternalAction>> found =
          sight.engine.read(queries -> chain(queries, runKey, after, want));
      if (found.isEmpty()) {
        return null;
      }
      after = (int) found.getLast().sequence();
      return found.stream().map(one -> AuditForms.of(one.told())).toList();
    }
  }

  private Reply keys(Call call) {
    List<Checkpoint> introductions = sight.engine.read(AuditKeys::introductions);
    return Reply.json(
        200,
        introductions.stream().map(one -> view(one, one.equals(introductions.getLast()))).toList());
  }

  /** Open to all: they prove what was signed, and say nothing else. */
  private Reply published(Call call) {
    List<Checkpoint> introductions = sight.engine.read(AuditKeys::introductions);
    List<PublishedKey> keys = new ArrayList<>();
    Long retiredAtMs = null;
    for (Checkpoint introduction : introductions.reversed()) {
      AuditKeyView key = view(introduction, retiredAtMs == null);
      keys.add(
          new PublishedKey(
              "OKP",
              "Ed25519",
              key.publicKey(),
              key.keyId(),
              "sig",
              "EdDSA",
              key.addedAtMs(),
              retiredAtMs));
      retiredAtMs = key.addedAtMs();
    }
    byte[] set = sight.json(new PublishedKeys(keys)).text().getBytes(StandardCharsets.UTF_8);
    return Reply.bytes(200, Reply.JSON, set).with("Cache-Control", "public, max-age=300");
  }

  private Reply rotate(Call call) {
    bodies.checkUnused(call);
    AuditKeys.Brought brought = keys.rotate(bodies.idempotency(call, null));
    Checkpoint newest = sight.engine.read(AuditKeys::introductions).getLast();
    boolean current = newest.id().equals(brought.introduction().id());
    return Replays.marked(
        Reply.json(201, view(brought.introduction(), current)), brought.replayed());
  }

  private static AuditKeyView view(Checkpoint introduction, boolean current) {
    Checkpoint.OfKey key = introduction.key();
    if (key == null) {
      throw new IllegalArgumentException("no key is introduced by " + introduction.id());
    }
    return new AuditKeyView(
        key.keyId(),
        Seal.ALGORITHM,
        key.publicKey(),
        introduction.atMs(),
        introduction.sequence(),
        current);
  }

  private Reply checkpoints(Call call) {
    if ("newest_first".equals(call.query("order"))) {
      return newestCheckpoints(call);
    }
    ListPages.Request wish = ListPages.of(call, "checkpoints");
    return sight.engine.read(
        queries -> {
          long after = wish.after() == null ? 0 : wish.after().key();
          List<Placed<Checkpoint>> found = queries.checkpointsBeyond(after, wish.limit() + 1);
          boolean more = found.size() > wish.limit();
          List<Placed<Checkpoint>> shown = more ? found.subList(0, wish.limit()) : found;
          return ListPages.reply(
              wish,
              shown.stream().map(one -> AuditForms.of(one.told())).toList(),
              queries::lastCheckpointSequence,
              more ? new ListPages.Place(false, shown.getLast().sequence()) : null,
              ListOrder.OLDEST_FIRST);
        });
  }

  /** They are numbered without a gap: the newest are those above a number. */
  private Reply newestCheckpoints(Call call) {
    ListPages.Request wish = ListPages.of(call, "newest checkpoints");
    return sight.engine.read(
        queries -> {
          long last = queries.lastCheckpointSequence();
          long to = wish.after() == null ? last : Math.min(last, wish.after().key() - 1);
          long from = Math.max(0, to - wish.limit());
          List<Placed<Checkpoint>> shown =
              queries.checkpointsBeyond(from, (int) (to - from)).reversed();
          return ListPages.reply(
              wish,
              shown.stream().map(one -> AuditForms.of(one.told())).toList(),
              () -> last,
              from > 0 ? new ListPages.Place(false, from + 1) : null,
              ListOrder.NEWEST_FIRST);
        });
  }
}
