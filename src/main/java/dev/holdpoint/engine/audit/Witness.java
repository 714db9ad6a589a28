package dev.holdpoint.engine.audit;

import dev.holdpoint.core.audit.Checkpoint;
import dev.holdpoint.core.audit.WitnessMark;
import dev.holdpoint.core.audit.WitnessMark.Trial;
import dev.holdpoint.core.delivery.AttemptResult;
import dev.holdpoint.core.delivery.Delivery;
import dev.holdpoint.core.delivery.DeliveryAttempt;
import dev.holdpoint.core.delivery.DeliveryFault;
import dev.holdpoint.core.delivery.RetryPolicy;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.session.CredentialScope;
import dev.holdpoint.core.session.ReplyHandle;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.json.CanonicalJson;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.NotJson;
import dev.holdpoint.engine.port.DeliverySender;
import dev.holdpoint.engine.port.Signer;
import dev.holdpoint.engine.port.store.AuditQueries;
import dev.holdpoint.engine.port.store.Queries;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * How far the ledger has come, for those who keep it elsewhere: a person who can write to the
 * database can cut its end off, and only a head that was noted outside shows that.
 */
public final class Witness {
  public static final String FORMAT = "holdpoint-witness/1";
  public static final String TYPE = "holdpoint-witness+jwt";

  private static final Logger log = LoggerFactory.getLogger(Witness.class);

  private static final String HTTP = "http";

  private final Commits commits;
  private final Engine engine;
  private final AuditKeys keys;

  public Witness(Commits commits, Engine engine, AuditKeys keys) {
    this.commits = commits;
    this.engine = engine;
    this.keys = keys;
  }

  /** A head as a line has it. */
  public record Head(String ledgerId, long sequence, String hash, long atMs) {
    /** Null for a line that says nothing of the kind. */
    public static @Nullable Head in(String line) {
      try {
        JsonNode told = JsonTree.read(line);
        return told.isObject() && told.path("format").asString("").equals(FORMAT)
            ? new Head(
                told.path("ledger_id").asString(""),
                told.path("sequence").asLong(0),
                told.path("head_hash").asString(""),
                told.path("at_ms").asLong(0))
            : null;
      } catch (NotJson _) {
        return null;
      }
    }

    public boolean isOf(Checkpoint checkpoint) {
      return checkpoint.ledgerId().equals(ledgerId)
          && checkpoint.sequence() == sequence
          && checkpoint.seal().recordHash().equals(hash);
    }
  }

  /** The line that says how far the ledger has come; null in a ledger without a head. */
  public @Nullable String line() {
    return engine.read(
        (Queries queries) -> {
          Checkpoint head = queries.lastCheckpoint();
          return head == null ? null : line(queries, head, engine.nowMs());
        });
  }

  private String line(AuditQueries trail, Checkpoint head, long nowMs) {
    ObjectNode told =
        JsonTree.object()
            .put("format", FORMAT)
            .put("ledger_id", head.ledgerId())
            .put("sequence", head.sequence())
            .put("head_hash", head.seal().recordHash())
            .put("at_ms", nowMs);
    Signer signer = keys.inForce(trail);
    ObjectNode header =
        JsonTree.object().put("alg", "EdDSA").put("kid", signer.keyId()).put("typ", TYPE);
    String signed = base64(header) + "." + base64(told);
    byte[] signature = signer.sign(signed.getBytes(StandardCharsets.US_ASCII));
    told.put("jws", signed + "." + base64(signature));
    return JsonTree.write(told).text();
  }

  private static String base64(ObjectNode part) {
    return base64(CanonicalJson.of(part).getBytes(StandardCharsets.UTF_8));
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** The last of these heads that is not in the ledger; null when all are. */
  public @Nullable Head gone(List<Head> heads) {
    return engine.read(
        (Queries queries) -> {
          Head gone = null;
          for (Head head : heads) {
            List<Checkpoint> there =
                head.sequence < 1 ? List.of() : queries.checkpoints(head.sequence - 1, 1);
            if (there.isEmpty() || !head.isOf(there.getFirst())) {
              gone = head;
            }
          }
          return gone;
        });
  }

  /**
   * Since when something is in the ledger that a witness with this head does not have; null when it
   * has all.
   *
   * @param sequence of its head; 0 when it has none
   * @param okAtMs when it got it
   */
  public @Nullable Long missingSinceMs(long sequence, String hash, long okAtMs) {
    return engine.read(
        (Queries queries) -> {
          Checkpoint head = queries.lastCheckpoint();
          if (head == null
              || (head.sequence() == sequence && head.seal().recordHash().equals(hash))) {
            return null;
          }
          List<Checkpoint> next = queries.checkpoints(sequence, 1);
          return next.isEmpty() ? okAtMs : Math.max(okAtMs, next.getFirst().atMs());
        });
  }

  /** What the receiver has; a receiver that is new begins with nothing. */
  public WitnessMark adopt(String url) {
    String target = ChainRecords.sha256(url);
    return commits.commit(
        change -> {
          WitnessMark known = change.kept(WitnessMark.KIND, WitnessMark.ONLY);
          WitnessMark mark =
              known == null || !known.target().equals(target)
                  ? WitnessMark.of(target, change.nowMs())
                  // Where there are no nodes, who was sending is gone.
                  : change.ledger().epoch() == 0 ? known.abandoned(change.nowMs()) : known;
          if (!mark.equals(known)) {
            change.keep(WitnessMark.KIND, mark);
          }
          return mark;
        });
  }

  public @Nullable WitnessMark mark() {
    return engine.read((Queries queries) -> queries.kept(WitnessMark.KIND, WitnessMark.ONLY));
  }

  /**
   * Sends the head if it is due, at one node at a time.
   *
   * @param everyMs the period, which no failure waits longer than
   * @param early also before the period is over
   * @return whether there was an attempt
   */
  public boolean post(
      DeliverySender by, String url, RetryPolicy policy, long everyMs, boolean early)
      throws InterruptedException {
    boolean due =
        engine.read(
            (Queries queries) -> {
              WitnessMark mark = queries.kept(WitnessMark.KIND, WitnessMark.ONLY);
              Checkpoint head = queries.lastCheckpoint();
              return mark != null
                  && head != null
                  && now(queries, mark).isDue(head, engine.nowMs(), everyMs, early);
            });
    if (!due) {
      return false;
    }
    Optional<DeliveryAttempt> taken = commits.commit(change -> take(change, url, everyMs, early));
    if (taken.isEmpty()) {
      return false;
    }
    DeliveryAttempt attempt = taken.get();
    AttemptResult result = carried(by, attempt);
    commits.commit(change -> settle(change, attempt.deliveryId(), result, policy, everyMs));
    return true;
  }

  private Optional<DeliveryAttempt> take(Change change, String url, long everyMs, boolean early) {
    WitnessMark stored = change.kept(WitnessMark.KIND, WitnessMark.ONLY);
    Checkpoint head = change.queries().lastCheckpoint();
    if (stored == null || head == null) {
      return Optional.empty();
    }
    long nowMs = change.nowMs();
    WitnessMark mark = now(change.queries(), stored);
    if (!mark.isDue(head, nowMs, everyMs, early)) {
      return Optional.empty();
    }
    WitnessMark sending =
        mark.sending(
            head,
            change.newId(Delivery.PREFIX),
            change.ledger().epoch(),
            nowMs + WitnessMark.LONGEST_MS);
    change.keep(WitnessMark.KIND, sending);
    Trial trial = Objects.requireNonNull(sending.trial());
    String line = line(change.queries(), head, nowMs);
    return Optional.of(
        new DeliveryAttempt(
            trial.id(),
            trial.strikes() + 1,
            new ReplyHandle(HTTP, url),
            "",
            null,
            line,
            new Json(line),
            CredentialScope.OPEN,
            nowMs,
            null));
  }

  /** Without an attempt whose node is gone: it will not come back to say what came of it. */
  private WitnessMark now(Queries queries, WitnessMark mark) {
    Trial trial = mark.trial();
    boolean lost =
        trial != null
            && trial.away()
            && trial.node() != 0
            && queries.silentMs(trial.node()) == null;
    return lost ? mark.abandoned(engine.nowMs()) : mark;
  }

  private static AttemptResult carried(DeliverySender by, DeliveryAttempt attempt)
      throws InterruptedException {
    try {
      return by.carry(attempt);
    } catch (RuntimeException e) {
      // Its message could tell the address.
      log.error("the witness could not be sent for an internal error: {}", e.getClass());
      return new AttemptResult.Refused(DeliveryFault.CONNECT, false, null, null);
    }
  }

  private static boolean settle(
      Change change, String id, AttemptResult result, RetryPolicy policy, long everyMs) {
    WitnessMark mark = change.kept(WitnessMark.KIND, WitnessMark.ONLY);
    Trial trial = mark == null ? null : mark.trial();
    // One that took too long was taken for lost, and another may be at it.
    if (mark == null
        || trial == null
        || !trial.id().equals(id)
        || trial.node() != change.ledger().epoch()) {
      return false;
    }
    switch (result) {
      case AttemptResult.Taken _ ->
          change.keep(WitnessMark.KIND, mark.arrived(trial, change.nowMs()));
      case AttemptResult.Refused refused -> {
        long waitMs = Math.min(everyMs, policy.restMs(trial.strikes() + 1));
        change.keep(WitnessMark.KIND, mark.failed(trial, change.nowMs() + waitMs));
        if (trial.strikes() == 0) {
          log.warn(
              "the witness did not take the head {}: {}; it is sent again",
              trial.sequence(),
              refused.fault().wire());
        }
      }
    }
    return true;
  }
}
