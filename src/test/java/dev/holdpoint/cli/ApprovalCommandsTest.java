package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.client.ApprovalClient;
import dev.holdpoint.client.http.ClientJson;
import dev.holdpoint.daemon.TypedHere.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class ApprovalCommandsTest {
  @TempDir private static Path folder;
  private static Desk desk;

  @BeforeAll
  static void start() {
    desk = new Desk(folder.resolve("data"));
  }

  @AfterAll
  static void stop() {
    desk.close();
  }

  private static List<String> pending(String run) throws Exception {
    return desk.client().runs().find(run).pendingApprovalIds();
  }

  private static List<String> listed(String session, String... flags) {
    List<String> all = new ArrayList<>(List.of("approvals", "list", "--session", session));
    all.addAll(List.of(flags));
    return desk.json(all.toArray(String[]::new))
        .valueStream()
        .map(row -> row.at("/request/id").asString())
        .toList();
  }

  @Test
  void what_waits_is_listed_and_shown_whole_and_harmless() throws Exception {
    String session = desk.session();
    String run = desk.park(session, Desk.commands("ls \\u001b[2K\\u202e# harmless", "true"));
    String id = pending(run).getFirst();

    assertThat(desk.type("approvals", "list", "--session", session).out())
        .startsWith("RISK")
        .containsPattern("high +.* seconds? +never +" + session + " +Run ls ⟨ESC⟩.* +" + id)
        .doesNotContain("\u001b", "\u202e");
    Outcome shown = desk.type("approvals", "show", id);
    assertThat(shown.out())
        .contains("wants       ls ⟨ESC⟩[2K⟨RLO⟩# harmless\n", "digest      ", "tool        bash")
        .doesNotContain("\u001b", "\u202e");
    Outcome json = desk.type("approvals", "get", id, "--json");
    assertThat(json.out()).contains("\\u202e").doesNotContain("\u202e");
    assertThat(ClientJson.parseTree(json.out()).at("/request/input/command").asString())
        .isEqualTo("ls \u001b[2K\u202e# harmless");
    assertThat(desk.json("approvals", "list", "--session", session).size()).isEqualTo(2);
    assertThat(desk.type("approvals", "list", "--session", session, "--status", "expired").out())
        .isEqualTo("No such approvals.\n");
    assertThat(desk.type("approvals", "list", "--status", "lost").exitCode()).isEqualTo(2);
    assertThat(listed(session, "--risk", "high")).containsExactly(id);
    assertThat(listed(session, "--search", "true")).isEqualTo(pending(run).subList(1, 2));
    assertThat(listed(session, "--sort", "newest")).isEqualTo(pending(run).reversed());
    assertThat(listed(session, "--kind", "http")).isEmpty();
    assertThat(listed(session, "--kind", "command", "--limit", "1")).containsExactly(id);
    for (String[] wrong :
        new String[][] {
          {"--risk", "huge"},
          {"--sort", "newest", "--order", "oldest_first"},
          {"--search", "x", "--page"}
        }) {
      List<String> all = new ArrayList<>(List.of("approvals", "list"));
      all.addAll(List.of(wrong));
      assertThat(desk.type(all.toArray(String[]::new)).exitCode()).as(all.toString()).isEqualTo(2);
    }
    assertThat(desk.type("approvals", "get", "apr_nobody").exitCode()).isEqualTo(5);
  }

  @Test
  void a_call_is_allowed_as_it_was_shown_or_with_another_input() throws Exception {
    String run = desk.park(desk.session(), Desk.commands("echo asked"), sayLast());
    String id = pending(run).getFirst();
    String digest = desk.client().approvals().find(id).request().digest();

    Outcome changed = desk.type("approvals", "allow", id, "--digest", "00000000");
    assertThat(changed.exitCode()).isEqualTo(6);
    assertThat(changed.err()).contains("has changed: its digest is now");

    try (Wiretap wire = new Wiretap(desk.address(), _ -> {})) {
      Outcome allowed =
          desk.typeAt(
              wire.url(),
              "approvals",
              "allow",
              id,
              "--digest",
              digest.substring(0, 12),
              "--input-json",
              "{\"command\":\"echo instead\"}",
              "--justification",
              "safer");
      assertThat(allowed.exitCode()).as(allowed.toString()).isZero();
      assertThat(allowed.out()).isEqualTo("allowed  " + id + "  bash: echo asked\n");
      JsonNode sent = ClientJson.parseTree(wire.posts().getFirst().body());
      assertThat(sent.at("/resolutions/0/expected_digest").asString()).isEqualTo(digest);
    }
    desk.type("runs", "wait", run);
    assertThat(desk.type("runs", "get", run).out()).contains("instead").doesNotContain("\"asked");

    Outcome late = desk.type("approvals", "deny", id);
    assertThat(late.exitCode()).isEqualTo(6);
    assertThat(late.out()).startsWith("failed   " + id);
    assertThat(late.err()).contains("approval_state_conflict", "it was allowed by admin, ");
  }

  @Test
  void a_denial_gives_the_agent_the_reason() throws Exception {
    String run = desk.park(desk.session(), Desk.commands("rm -r /", "true"), sayLast());
    List<String> ids = pending(run);

    Outcome denied =
        desk.type("approvals", "deny", ids.get(0), ids.get(1), "--reason", "not today", "--json");
    assertThat(denied.exitCode()).as(denied.toString()).isZero();
    JsonNode batches = ClientJson.parseTree(denied.out());
    assertThat(batches.size()).as("one batch for the run").isEqualTo(1);
    assertThat(batches.at("/0/request_ids").size()).isEqualTo(2);
    desk.type("runs", "wait", run);
    assertThat(desk.type("runs", "get", run).out()).contains("\"reason\":\"not today\"");
  }

  private static String sayLast() {
    return "{\"say_last_result\":true}";
  }

  @Test
  void a_retry_with_the_key_finds_what_the_first_one_did() throws Exception {
    String run = desk.park(desk.session(), Desk.commands("true"));
    String id = pending(run).getFirst();

    for (int i = 0; i < 2; i++) {
      Outcome outcome =
          desk.type("approvals", "allow", id, "--run-id", run, "--idempotency-key", "once");
      assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
    }
    assertThat(desk.type("approvals", "deny", id, "--idempotency-key", "once").exitCode())
        .isEqualTo(6);
  }

  // K0-161
  @Test
  void allow_all_sends_all_that_waits_at_once() throws Exception {
    String session = desk.session();
    String other = desk.session();
    String first = desk.park(session, Desk.commands("echo 1", "echo 2", "echo 3"));
    String second = desk.park(other, Desk.commands("echo 4", "echo 5"));

    try (Wiretap wire = new Wiretap(desk.address(), _ -> {})) {
      Outcome dry = desk.typeAt(wire.url(), "approvals", "allow-all", "--dry-run");
      assertThat(dry.out()).contains("would be allowed  apr_", "bash: echo 5");
      assertThat(wire.posts()).isEmpty();

      Outcome all = desk.typeAt(wire.url(), "approvals", "allow-all", "--session", session);
      assertThat(all.exitCode()).as(all.toString()).isZero();
      assertThat(all.out().lines()).hasSize(3).allMatch(line -> line.startsWith("allowed  apr_"));
      assertThat(desk.typeAt(wire.url(), "approvals", "allow-all").exitCode()).isZero();

      assertThat(wire.posts())
          .extracting(Wiretap.Heard::line)
          .containsExactly("POST /v1/approvals/resolutions", "POST /v1/approvals/resolutions");
      JsonNode batch = ClientJson.parseTree(wire.posts().getFirst().body());
      assertThat(batch.path("resolutions").size()).isEqualTo(3);
      assertThat(batch.at("/resolutions/0/expected_digest").asString()).hasSize(64);
    }
    assertThat(desk.type("runs", "wait", first).exitCode()).isZero();
    assertThat(desk.type("runs", "wait", second).exitCode()).isZero();
    assertThat(desk.type("approvals", "allow-all", "--session", session).out())
        .isEqualTo("No pending approvals.\n");
  }

  // K0-162
  @Test
  void deny_all_sends_all_that_waits_at_once() throws Exception {
    String session = desk.session();
    String run = desk.park(session, Desk.commands("echo 1", "echo 2"), sayLast());

    try (Wiretap wire = new Wiretap(desk.address(), _ -> {})) {
      Outcome all =
          desk.typeAt(
              wire.url(), "approvals", "deny-all", "--session", session, "--reason", "closed");
      assertThat(all.exitCode()).as(all.toString()).isZero();
      assertThat(all.out().lines()).hasSize(2).allMatch(line -> line.startsWith("denied   apr_"));
      assertThat(wire.posts())
          .extracting(Wiretap.Heard::line)
          .containsExactly("POST /v1/approvals/resolutions");
    }
    desk.type("runs", "wait", run);
    assertThat(desk.type("runs", "get", run).out()).contains("\"reason\":\"closed\"");
  }

  // K0-161, K0-163
  @Test
  void one_that_is_refused_leaves_the_others_applied_and_is_named() throws Exception {
    String before = desk.park(desk.session(), Desk.commands("echo 1", "echo 2"));
    String contested = desk.park(desk.session(), Desk.commands("echo 3", "echo 4"));
    String after = desk.park(desk.session(), Desk.commands("echo 5"));
    List<String> ids = pending(contested);

    // Somebody else is faster with one of the two.
    Wiretap.Before faster =
        heard -> {
          if (heard.path().equals("/v1/approvals/resolutions")) {
            desk.client().approvals().resolve(contested, ApprovalClient.deny(ids.getFirst(), null));
          }
        };
    try (Wiretap wire = new Wiretap(desk.address(), faster)) {
      Outcome all = desk.typeAt(wire.url(), "approvals", "allow-all");

      assertThat(all.exitCode()).as(all.toString()).isEqualTo(6);
      assertThat(all.out())
          .contains("failed   " + ids.get(0), "allowed  " + ids.get(1))
          .contains("bash: echo 1", "bash: echo 5");
      assertThat(all.err())
          .contains("holdpoint: " + ids.getFirst() + ": ", "approval_request_not_pending")
          .contains("it was denied by admin")
          .containsPattern("1 of \\d+ requests failed");
    }
    assertThat(desk.type("runs", "wait", before).out()).isEqualTo(before + " completed\n");
    assertThat(desk.type("runs", "wait", after).out()).isEqualTo(after + " completed\n");
    assertThat(desk.type("runs", "wait", contested).out()).isEqualTo(contested + " completed\n");
  }

  @Test
  void what_cannot_be_meant_says_so_in_a_line() throws Exception {
    String run = desk.park(desk.session(), Desk.commands("true", "true"));
    List<String> ids = pending(run);

    assertThat(desk.type("approvals", "allow").exitCode()).isEqualTo(2);
    assertThat(desk.type("approvals", "allow", ids.get(0), "--input-json", "[]").err())
        .contains("must be a JSON object");
    assertThat(desk.type("approvals", "allow", ids.get(0), "--input-json", "{").err())
        .contains("the input is not JSON:");
    assertThat(desk.type("approvals", "allow", ids.get(0), ids.get(1), "--input-json", "{}").err())
        .contains("a changed input can only be used with one approval");
    assertThat(desk.type("approvals", "allow", ids.get(0), "--digest", "xyz").exitCode())
        .isEqualTo(2);
    assertThat(pending(run)).hasSize(2);
  }
}
