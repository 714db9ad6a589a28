package dev.holdpoint.http.v1.permit;

import dev.holdpoint.api.endpoint.Role;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.permit.PermitBodies.PermitResultRequest;
import dev.holdpoint.api.permit.PermitBodies.PermitView;
import dev.holdpoint.api.permit.PermitBodies.RedeemPermitRequest;
import dev.holdpoint.api.permit.PermitBodies.RevokePermitRequest;
import dev.holdpoint.core.permit.PermitCommand.Outcome;
import dev.holdpoint.core.permit.PermitState;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.permit.FoundPermit;
import dev.holdpoint.engine.permit.Permits;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Caller;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.Bodies;
import dev.holdpoint.http.v1.call.JsonNodes;
import dev.holdpoint.http.v1.call.ListPages;
import dev.holdpoint.http.v1.call.Narrowed;
import dev.holdpoint.http.v1.call.OwnSight;
import dev.holdpoint.http.v1.call.Replays;
import dev.holdpoint.http.v1.view.ViewContext;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The right to carry out an allowed call once. */
public final class PermitHandlers {
  private static final List<String> STATES =
      Stream.of(PermitState.Status.values()).map(PermitState.Status::wire).toList();

  /** A permit's change is in no event: a waiting call polls this often. */
  private static final long LOOK_AGAIN_MS = 250;

  private final ViewContext sight;
  private final Bodies bodies;
  private final Permits permits;
  private final PermitDoor door;

  public PermitHandlers(ViewContext sight, Bodies bodies, PermitDoor door) {
    this.sight = sight;
    this.bodies = bodies;
    this.door = door;
    this.permits = door.permits();
  }

  public Map<String, Handler> all() {
    return Map.of(
        "getPermit", this::get,
        "listPermits", this::list,
        "redeemPermit", this::redeem,
        "reportPermitResult", this::report,
        "revokePermit", this::revoke);
  }

  private Reply get(Call call) {
    String id = call.path("permit_id");
    int waitMs = call.intQuery("wait_ms", 0, 0, Limits.WAIT_MS);
    FoundPermit permit = permits.require(id);
    if (waitMs > 0 && !isOver(permit)) {
      sight.waits.mustHaveRoom();
      permit = waited(permit, waitMs);
    }
    return Reply.json(200, view(permit, call.caller()));
  }

  private FoundPermit waited(FoundPermit first, int waitMs) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMs);
    FoundPermit permit = first;
    while (!isOver(permit) && !sight.waits.isLeaving()) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (left <= 0) {
        break;
      }
      sight.waits.until(
          permit.run().key(),
          Math.min(left, LOOK_AGAIN_MS),
          () -> Optional.of(permits.require(first.id())).filter(PermitHandlers::isOver));
      permit = permits.require(first.id());
    }
    return permit;
  }

  private static boolean isOver(FoundPermit permit) {
    return permit.state().status() != PermitState.Status.READY
        && permit.state().status() != PermitState.Status.STARTED;
  }

  private Reply list(Call call) {
    String session = call.query("session_id");
    String approval = call.query("approval_id");
    String state = call.query("state");
    if (state != null && !STATES.contains(state)) {
      throw Problem.INVALID_REQUEST
          .because("state must be one of " + String.join(", ", STATES) + ".")
          .asException();
    }
    ListPages.Request wish =
        ListPages.of(call, "permits " + session + " " + approval + " " + state);
    return sight.engine.read(
        queries -> {
          OwnSight own = OwnSight.of(queries, call.caller());
          ListedPermits all = new ListedPermits(permits, queries);
          return Narrowed.reply(
              wish,
              (below, limit) -> ListedPermits.below(queries, session, approval, below, limit),
              ListedPermits.Candidate::key,
              row ->
                  own.hasSession(row.sessionId())
                      && (session == null || row.sessionId().equals(session))
                      && all.listed(row)
                          .filter(one -> state == null || isIn(one, state))
                          .isPresent(),
              row -> PermitViews.of(all.listed(row).orElseThrow(), null));
        });
  }

  private static boolean isIn(FoundPermit permit, String state) {
    return permit.state().status().wire().equals(state);
  }

  private Reply redeem(Call call) {
    String id = call.path("permit_id");
    // A caller without it learns nothing of what is wrong with the body.
    permits.require(id);
    RedeemPermitRequest body = bodies.read(call, RedeemPermitRequest.class);
    Permits.Outcomes outcome =
        door.redeem(
            id,
            new Permits.Sent(
                body.permit(),
                digest(body.inputDigest(), body.toolName(), body.input()),
                body.redeemerKey(),
                body.audience(),
                body.observed() == null ? List.of() : body.observed(),
                body.resultWithinMs()),
            call.caller(),
            call.from());
    return Replays.marked(
        Reply.json(200, view(outcome.permit(), call.caller())), outcome.replayed());
  }

  /** Of the call that is about to run, however it is said. */
  public static String digest(
      @Nullable String inputDigest, @Nullable String toolName, @Nullable JsonNode input) {
    boolean whole = toolName != null && input != null;
    boolean part = toolName != null || input != null;
    if (inputDigest != null && part) {
      throw invalid("/input_digest", "is not allowed together with tool_name and input");
    }
    if (inputDigest == null && !whole) {
      throw invalid("/input_digest", "is required, or both tool_name and input");
    }
    return inputDigest != null || toolName == null || input == null
        ? String.valueOf(inputDigest)
        : Digests.of(toolName, JsonNodes.json(input));
  }

  private static RuntimeException invalid(String pointer, String message) {
    return Problem.INVALID_REQUEST
        .because("Say which call is about to run. Nothing was changed.")
        .at(pointer, message)
        .asException();
  }

  private Reply report(Call call) {
    String id = call.path("permit_id");
    permits.require(id);
    PermitResultRequest body = bodies.read(call, PermitResultRequest.class);
    Permits.Outcomes outcome =
        door.report(
            id,
            new Permits.Report(
                body.redeemerKey(),
                Outcome.valueOf(body.outcome().name()),
                body.outputDigest(),
                body.error()),
            call.caller(),
            call.from());
    return Reply.json(200, view(outcome.permit(), call.caller()));
  }

  private Reply revoke(Call call) {
    String id = call.path("permit_id");
    permits.require(id);
    RevokePermitRequest body = bodies.read(call, RevokePermitRequest.class);
    Permits.Outcomes outcome = permits.revoke(id, PermitDoor.actor(call.caller()), body.reason());
    return Reply.json(200, view(outcome.permit(), call.caller()));
  }

  private PermitView view(FoundPermit permit, Caller caller) {
    return PermitViews.of(permit, handOut(permits, permit, caller));
  }

  /** The permit itself; null for those who may not have it, and where it is used up. */
  public static @Nullable String handOut(Permits permits, FoundPermit permit, Caller caller) {
    return permits.handOut(permit, PermitDoor.actor(caller), caller.role() == Role.ADMIN);
  }
}
