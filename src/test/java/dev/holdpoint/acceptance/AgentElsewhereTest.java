package dev.holdpoint.acceptance;

import static dev.holdpoint.acceptance.Acceptance.json;
import static dev.holdpoint.acceptance.Acceptance.status;
import static dev.holdpoint.acceptance.Staged.ask;
import static dev.holdpoint.acceptance.Staged.ended;
import static dev.holdpoint.acceptance.Staged.permission;
import static dev.holdpoint.acceptance.Staged.question;
import static dev.holdpoint.acceptance.Staged.said;
import static dev.holdpoint.acceptance.Staged.tell;
import static dev.holdpoint.acceptance.Staged.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import dev.holdpoint.store.EmbeddedPostgres;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The agent of a run is at one node, and whoever decides comes to another. */
final class AgentElsewhereTest {
  /** Nobody says on his own that he is there while a test runs. */
  private static final long LEASE_MS = 300_000;

  /** Somebody looks for what others have left, and has time enough on a busy machine. */
  private static final long SHORT_LEASE_MS = 12_000;

  private static final String ALLOWED =
      json("[{'outcome':{'outcome':'selected','optionId':'once'}}]");

  private final String url = EmbeddedPostgres.shared().newDatabase();
  private final Path sessions = Database.newFolder();

  /** What all nodes of a ledger share. */
  private final Path keys = Database.newFolder();

  private @Nullable TestDaemon first;
  private @Nullable TestDaemon second;

  private void start(long leaseMs) {
    first = node("here", leaseMs);
    second = node("there", leaseMs);
  }

  private Http here() {
    return Objects.requireNonNull(first).http();
  }

  private Http there() {
    return Objects.requireNonNull(second).http();
  }

  private TestDaemon node(String name, long leaseMs) {
    Map<String, String> settings = new HashMap<>(Staged.settings(sessions));
    settings.put("HOLDPOINT_DATABASE", url);
    settings.put("HOLDPOINT_CLUSTER_NAME", name);
    settings.put("HOLDPOINT_AUDIT_KEY_FILE", keys.resolve("audit-key").toString());
    settings.put("HOLDPOINT_VAULT_KEY_FILE", keys.resolve("vault-key").toString());
    settings.put("HOLDPOINT_CLUSTER_LEASE_MS", String.valueOf(leaseMs));
    return TestDaemon.start(Database.newFolder(), settings);
  }

  @AfterEach
  void close() {
    Stream.of(first, second).filter(Objects::nonNull).forEach(TestDaemon::close);
  }

  /** Drains and stops. */
  private void leave() {
    Objects.requireNonNull(first).close();
    first = null;
  }

  /** A run at the first node whose agent asks for leave. */
  private JsonNode parked(String agent) {
    here().session("s");
    return waiting(here(), tell(here(), "s", agent, ask(permission("c1", "a"))));
  }

  private static Http.Answer click(Http http, JsonNode parked) {
    return http.post(
        "/api/approval/respond",
        json(
            "{'session_id':'s','choice':'once','approval_id':'%s'}",
            Acceptance.approvalId(parked)));
  }

  private void seen(String name, long laterMs) {
    EmbeddedPostgres.shared()
        .execute(
            url.substring(url.lastIndexOf('/') + 1),
            "UPDATE nodes SET seen_at_ms = seen_at_ms + %d WHERE name = '%s'"
                .formatted(laterMs, name));
  }

  // H3-32
  @Test
  void a_click_at_another_node_is_relayed_and_the_agent_goes_on() {
    start(LEASE_MS);
    JsonNode parked = parked("stage");
    JsonNode clicked = click(there(), parked).expect(200).json();
    assertThat(clicked.path("ok").asBoolean()).isTrue();
    assertThat(clicked.path("relayed").asBoolean()).isTrue();
    JsonNode ended = ended(there(), Acceptance.id(parked));
    assertThat(status(ended)).isEqualTo("completed");
    assertThat(said(ended)).endsWith(ALLOWED);
  }

  // H3-32
  @Test
  void a_click_at_the_agents_own_node_is_not_relayed() {
    start(LEASE_MS);
    JsonNode parked = parked("stage");
    assertThat(click(here(), parked).expect(200).json().has("relayed")).isFalse();
    assertThat(status(ended(here(), Acceptance.id(parked)))).isEqualTo("completed");
  }

  // H3-42
  @Test
  void a_click_for_a_node_that_does_not_answer_is_502_and_the_prompt_waits() {
    start(LEASE_MS);
    JsonNode parked = parked("stage");
    seen("here", -LEASE_MS / 2);
    Http.Answer refused = click(there(), parked);
    assertThat(refused.status()).as(refused.text()).isEqualTo(502);
    assertThat(refused.json().path("code").asString()).isEqualTo("relay_failed");
    assertThat(refused.json().path("ok").asBoolean()).isFalse();
    assertThat(there().run(Acceptance.id(parked)))
        .as("the request is still pending")
        .isEqualTo(parked);
    seen("here", LEASE_MS / 2);
    assertThat(click(there(), parked).expect(200).json().path("relayed").asBoolean()).isTrue();
    assertThat(status(ended(there(), Acceptance.id(parked)))).isEqualTo("completed");
  }

  @Test
  void an_answer_at_another_node_reaches_the_agent() {
    start(LEASE_MS);
    here().session("s");
    String run = tell(here(), "s", "stage", ask(question("Which?")));
    waiting(here(), run);
    String asked =
        there()
            .get("/api/clarify/pending?session_id=s")
            .expect(200)
            .json()
            .at("/pending/clarify_id")
            .asString();
    there()
        .post(
            "/api/clarify/respond",
            json("{'session_id':'s','clarify_id':'%s','response':'lite'}", asked))
        .expect(200);
    assertThat(said(ended(there(), run))).contains("lite");
  }

  @Test
  void a_run_that_is_cancelled_at_another_node_leaves_its_agent_to_the_next() {
    start(LEASE_MS);
    JsonNode parked = parked("stage");
    there().post("/v1/runs/" + Acceptance.id(parked) + "/cancel", "{}").expect(200);
    String next = tell(there(), "s", "stage", "{'say':'Well then.'}");
    JsonNode ended = ended(there(), next);
    assertThat(status(ended)).isEqualTo("completed");
    assertThat(said(ended)).contains("Well then.");
  }

  @Test
  void an_agent_that_remembers_is_brought_back_where_somebody_decides() {
    start(LEASE_MS);
    JsonNode parked = parked("keeper");
    leave();
    JsonNode clicked = click(there(), parked).expect(200).json();
    assertThat(clicked.has("relayed")).as(clicked.toString()).isFalse();
    JsonNode ended = ended(there(), Acceptance.id(parked));
    assertThat(status(ended)).isEqualTo("completed");
    assertThat(said(ended)).endsWith(ALLOWED);
  }

  @Test
  void an_agent_that_forgets_ends_its_run_with_its_node() {
    start(SHORT_LEASE_MS);
    JsonNode parked = parked("stage");
    leave();
    assertThat(status(ended(there(), Acceptance.id(parked)))).isEqualTo("interrupted");
    // The card can go.
    assertThat(click(there(), parked).expect(200).json().path("stale_cleared").asBoolean())
        .isTrue();
  }
}
