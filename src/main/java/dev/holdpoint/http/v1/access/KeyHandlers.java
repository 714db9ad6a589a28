package dev.holdpoint.http.v1.access;

import dev.holdpoint.api.access.KeyBodies.ApproverKeyView;
import dev.holdpoint.api.access.KeyBodies.CreateApproverKeyRequest;
import dev.holdpoint.api.access.KeyBodies.CreateServiceKeyRequest;
import dev.holdpoint.api.access.KeyBodies.CreatedServiceKey;
import dev.holdpoint.api.access.KeyBodies.RetireApproverKeyRequest;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.core.access.Algorithm;
import dev.holdpoint.core.access.ApproverKey;
import dev.holdpoint.core.access.Passkey;
import dev.holdpoint.core.access.ServiceKey;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import dev.holdpoint.engine.access.ApproverKeys;
import dev.holdpoint.engine.access.ServiceKeys;
import dev.holdpoint.engine.access.TenantDirectory;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.Bodies;
import dev.holdpoint.http.v1.call.ListPages;
import dev.holdpoint.http.v1.call.Replays;
import dev.holdpoint.http.v1.view.TenantViews;
import dev.holdpoint.http.v1.view.ViewContext;
import java.security.SecureRandom;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The keys of a tenant: those of its host application's adapter, and those of its approvers. */
public final class KeyHandlers {
  private static final int SECRET_BYTES = 32;

  private final ViewContext sight;
  private final Bodies bodies;
  private final TenantDirectory tenants;
  private final ServiceKeys serviceKeys;
  private final ApproverKeys approverKeys;
  private final SecureRandom random = new SecureRandom();

  /** 17 November 2026. */
  private static final long WIDE_BY_DEFAULT_DEPRECATED_S = 1_794_873_600;

  public KeyHandlers(
      ViewContext sight,
      Bodies bodies,
      TenantDirectory tenants,
      ServiceKeys serviceKeys,
      ApproverKeys approverKeys) {
    this.sight = sight;
    this.bodies = bodies;
    this.tenants = tenants;
    this.serviceKeys = serviceKeys;
    this.approverKeys = approverKeys;
  }

  public Map<String, Handler> all() {
    return Map.of(
        "createServiceKey", this::createServiceKey,
        "listServiceKeys", call -> list(call, ServiceKey.KIND, (_, key) -> TenantViews.of(key)),
        "revokeServiceKey", this::revokeServiceKey,
        "createApproverKey", this::createApproverKey,
        "listApproverKeys", call -> list(call, ApproverKey.KIND, KeyHandlers::view),
        "revokeApproverKey", this::revokeApproverKey,
        "retireApproverKey", this::retireApproverKey);
  }

  private Reply createServiceKey(Call call) {
    CreateServiceKeyRequest body = bodies.read(call, CreateServiceKeyRequest.class);
    byte[] secret = new byte[SECRET_BYTES];
    random.nextBytes(secret);
    String text =
        ServiceKey.SECRET_PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
    ServiceKey key =
        serviceKeys.add(
            call.path("tenant_id"),
            body.name(),
            body.scopes(),
            TokenHandlers.sha256(text),
            call.caller().name(),
            bodies.idempotency(call, null));
    Reply reply =
        Reply.json(
                201,
                new CreatedServiceKey(
                    key.id(),
                    text,
                    key.tenantId(),
                    key.displayName(),
                    key.scopes(),
                    TenantViews.time(key.createdAtMs()),
                    key.createdAtMs()))
            .with("Cache-Control", "no-store");
    return body.scopes() == null ? deprecated(reply) : reply;
  }

  /** A key that is good for everything was asked for by saying nothing. */
  private static Reply deprecated(Reply reply) {
    return reply
        .with("Deprecation", "@" + WIDE_BY_DEFAULT_DEPRECATED_S)
        .with("Link", "</docs>; rel=\"deprecation\"");
  }

  private <T extends StoredRecord> Reply list(
      Call call, RecordKind<T> shelf, BiFunction<Queries, T, ? extends @Nullable Object> view) {
    String tenantId = call.path("tenant_id");
    if (!tenantId.equals(Tenants.ROOT)) {
      tenants.get(tenantId);
    }
    ListPages.Request wish = ListPages.of(call, call.endpoint().id() + " " + tenantId);
    return sight.engine.read(
        queries ->
            ListPages.shelf(queries, wish, shelf, tenantId, one -> view.apply(queries, one)));
  }

  private Reply revokeServiceKey(Call call) {
    bodies.checkUnused(call);
    serviceKeys.revoke(call.path("tenant_id"), call.path("key_id"));
    return Reply.empty(204);
  }

  private Reply createApproverKey(Call call) {
    CreateApproverKeyRequest body = bodies.read(call, CreateApproverKeyRequest.class);
    ApproverKeys.Made made =
        approverKeys.add(
            call.path("tenant_id"),
            new ApproverKeys.Spec(
                Algorithm.named(body.algorithm()).orElseThrow(),
                body.secret(),
                body.publicKey(),
                body.principal(),
                body.name(),
                time(body.notAfter(), body.notAfterMs())),
            call.caller().name(),
            bodies.idempotency(call, null));
    return Replays.marked(
        Reply.json(201, TenantViews.of(made.key(), null)).with("Cache-Control", "no-store"),
        made.replayed());
  }

  private Reply revokeApproverKey(Call call) {
    bodies.checkUnused(call);
    approverKeys.revoke(call.path("tenant_id"), call.path("key_id"));
    return Reply.empty(204);
  }

  private Reply retireApproverKey(Call call) {
    RetireApproverKeyRequest body = bodies.read(call, RetireApproverKeyRequest.class);
    ApproverKey retired =
        approverKeys.retire(
            call.path("tenant_id"), call.path("key_id"), time(body.notAfter(), body.notAfterMs()));
    return Reply.json(200, sight.engine.read((Queries queries) -> view(queries, retired)));
  }

  private static ApproverKeyView view(Queries queries, ApproverKey key) {
    return TenantViews.of(
        key, key.algorithm() == Algorithm.WEBAUTHN ? queries.kept(Passkey.KIND, key.key()) : null);
  }

  private static @Nullable Long time(@Nullable String text, @Nullable Long ms) {
    if (text == null) {
      return ms;
    }
    if (ms != null) {
      throw invalid(
          "Send not_after or not_after_ms, not both.", "is not allowed together with not_after_ms");
    }
    try {
      long read = Instant.parse(text).toEpochMilli();
      if (read >= 0 && read <= Limits.TIME_MS) {
        return read;
      }
    } catch (DateTimeException | ArithmeticException e) {
      // Told below, as a time that nobody can mean.
    }
    throw invalid("Send a time such as 2027-01-31T12:00:00Z.", "is not an RFC 3339 time");
  }

  private static Refused invalid(String detail, String fault) {
    return Problem.INVALID_REQUEST.because(detail).at("/not_after", fault).asException();
  }
}
