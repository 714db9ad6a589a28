package dev.holdpoint.blackbox;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A host application: a tenant, an adapter with a service key for it, and an approver whose key the
 * adapter does not have.
 */
public final class Host {
  /** How long an assertion is good for unless a test says otherwise. */
  public static final long SOON_S = 60;

  private static final JsonMapper JSON = new JsonMapper();
  private static final AtomicInteger NAMES = new AtomicInteger();

  private final Http admin;
  private final LongSupplier clock;
  private final String tenant;
  private final Http adapter;
  private final Approver approver;

  private Host(Http admin, LongSupplier clock, String tenant, Http adapter, Approver approver) {
    this.admin = admin;
    this.clock = clock;
    this.tenant = tenant;
    this.adapter = adapter;
    this.approver = approver;
  }

  /** An approval that waits, and what it stopped. */
  public record Parked(String conversation, String message, String approval) {
    public String approve() {
      return "/approvals/" + approval + "/approve";
    }

    public String deny() {
      return "/approvals/" + approval + "/deny";
    }

    public String messages() {
      return "/conversations/" + conversation + "/messages";
    }

    public String secrets() {
      return "/conversations/" + conversation + "/secrets";
    }

    /** The same thing on the native surface: a message is a run. */
    public String run() {
      return message.replace("msg_", "run_");
    }
  }

  /** A host of its own, below the root. */
  public static Host of(Http admin, LongSupplier clockMs) {
    return below(admin, clockMs, null);
  }

  /** A host whose tenant lies below this one's. */
  public Host child() {
    return below(admin, clock, tenant);
  }

  private static Host below(Http admin, LongSupplier clock, @Nullable String parent) {
    String tenant = tenant(admin, parent);
    return new Host(
        admin,
        clock,
        tenant,
        admin.as(serviceKey(admin, tenant, "")),
        Approver.hmac(admin, tenant, ""));
  }

  /** The same host in another life of the daemon, which listens elsewhere. */
  public Host at(Http newAdmin, String serviceKey) {
    return new Host(newAdmin, clock, tenant, newAdmin.as(serviceKey), approver);
  }

  public static String tenant(Http admin, @Nullable String parent) {
    ObjectNode body =
        JSON.createObjectNode()
            .put("name", "host " + NAMES.incrementAndGet() + " " + System.nanoTime());
    if (parent != null) {
      body.put("parent_tenant_id", parent);
    }
    return admin
        .post("/v1/tenants", body.toString())
        .expect(201)
        .json()
        .path("tenant_id")
        .asString();
  }

  /** A new key, as it is shown once; {@code more} are further members, with a comma before each. */
  public static String serviceKey(Http admin, String tenant, String more) {
    return admin
        .post("/v1/tenants/" + tenant + "/service-keys", "{\"name\":\"adapter\"" + more + "}")
        .expect(201)
        .json()
        .path("key")
        .asString();
  }

  public Http admin() {
    return admin;
  }

  /** Somebody of the tenant's own who looks after it natively. */
  public Http operator() {
    return admin.as(
        admin
            .post(
                "/v1/tokens",
                "{\"name\":\"operator %d\",\"role\":\"operator\",\"tenant_id\":\"%s\"}"
                    .formatted(System.nanoTime(), tenant))
            .expect(201)
            .json()
            .path("token")
            .asString());
  }

  public String tenant() {
    return tenant;
  }

  public Http adapter() {
    return adapter;
  }

  public Approver approver() {
    return approver;
  }

  public long now() {
    return clock.getAsLong();
  }

  /** When an assertion that is made now ends. */
  public long soon() {
    return now() / 1000 + SOON_S;
  }

  public String path(String more) {
    return "/v1/tenants/" + tenant + more;
  }

  /** Sets what the tenant asks of approvals; the rest stays as it is. */
  public Host policy(String members) {
    admin.send("PUT", path("/approval-policy"), "{" + members + "}", _ -> {}).expect(200);
    return this;
  }

  public String conversation() {
    return conversation(adapter, "");
  }

  public String conversation(Http by, String more) {
    return by.post("/conversations", "{\"tenant_id\":\"%s\"%s}".formatted(tenant, more))
        .expect(201)
        .json()
        .path("id")
        .asString();
  }

  public Parked park(String... lines) {
    return parkIn(adapter, conversation(), lines);
  }

  public Parked parkIn(String conversation, String... lines) {
    return parkIn(adapter, conversation, lines);
  }

  /** Says it, and waits until it is parked on its approval. */
  public Parked parkIn(Http by, String conversation, String... lines) {
    JsonNode message = say(by, conversation, lines).expect(201).json();
    if (!message.path("status").asString().equals("parked")) {
      throw new AssertionError("the message is not parked: " + message);
    }
    JsonNode approvals =
        admin.get("/approvals?conversation_id=" + conversation).expect(200).json().path("data");
    return new Parked(
        conversation, message.path("id").asString(), approvals.path(0).path("id").asString());
  }

  public Http.Answer say(Http by, String conversation, String... lines) {
    return by.post(
        "/conversations/" + conversation + "/messages?stream=false", content(lines).toString());
  }

  /** The body that says a script. */
  public static ObjectNode content(String... lines) {
    return JSON.createObjectNode().put("content", "#!script\n" + String.join("\n", lines));
  }

  public Http.Answer approve(Parked parked) {
    return adapter.post(
        parked.approve(), approver.body(parked.approval, "approve", soon()).toString());
  }

  public Http.Answer approve(Parked parked, String alias, String value) {
    return adapter.post(
        parked.approve(),
        approver.body(parked.approval, "approve", soon(), alias, value).toString());
  }

  public Http.Answer deny(Parked parked) {
    return adapter.post(parked.deny(), approver.body(parked.approval, "deny", soon()).toString());
  }

  public JsonNode approval(String id) {
    return adapter.get("/approvals/" + id).expect(200).json();
  }

  public String status(Parked parked) {
    return approval(parked.approval).path("status").asString();
  }

  /** The assistant's message, as the list shows it. */
  public JsonNode message(Parked parked) {
    return adapter
        .get(parked.messages())
        .expect(200)
        .json()
        .path("data")
        .valueStream()
        .filter(one -> one.path("id").asString().equals(parked.message))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + parked.message + " in its conversation"));
  }

  /** Waits until the message is over, and gives it. */
  public JsonNode ended(Parked parked) {
    adapter.await(
        parked.messages(),
        list ->
            list.path("data")
                .valueStream()
                .filter(one -> one.path("id").asString().equals(parked.message))
                .map(one -> one.path("status").asString())
                .anyMatch(status -> status.equals("completed") || status.equals("failed")));
    return message(parked);
  }

  /** The aliases that the conversation has values for. */
  public List<String> aliases(String conversation) {
    return adapter
        .get("/conversations/" + conversation + "/secrets")
        .expect(200)
        .json()
        .path("data")
        .valueStream()
        .map(one -> one.path("alias").asString())
        .toList();
  }
}
