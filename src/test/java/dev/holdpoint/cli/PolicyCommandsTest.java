package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.gate.TriageBodies.TriageAction;
import dev.holdpoint.api.gate.TriageBodies.TriageRequest;
import dev.holdpoint.daemon.TypedHere.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class PolicyCommandsTest {
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

  private static String done(String... words) {
    Outcome outcome = desk.type(words);
    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
    return outcome.out();
  }

  // DX-01
  @Test
  void a_group_is_added_shown_changed_and_removed() {
    String id = done("groups", "add", "Finance", "ada", "bob").strip();
    assertThat(id).matches("grp_\\w+");
    assertThat(done("groups", "list"))
        .contains("GROUP", "NAME", "TENANT", "VERSION", "MEMBERS")
        .containsPattern(id + " +Finance +tnt_root +1 +ada, bob");
    assertThat(done("groups", "show", "finance"))
        .contains("group       " + id, "members     ada, bob");
    assertThat(done("groups", "members", "finance", "--add", "cleo", "--remove", "bob"))
        .contains("members     ada, cleo", "version     2");
    assertThat(desk.json("groups", "set", id, "--nobody").path("members")).isEmpty();
    assertThat(done("groups", "set", id, "--name", "treasury", "--member", "ada"))
        .contains("name        treasury", "members     ada");
    Outcome stale = desk.type("groups", "set", id, "--name", "x", "--expect-version", "1");
    assertThat(stale.exitCode()).isEqualTo(6);
    assertThat(stale.err()).contains("The group has version 4, not 1");
    assertThat(desk.type("groups", "add", "TREASURY").exitCode()).isEqualTo(6);
    assertThat(desk.type("groups", "show", "finance").exitCode()).isEqualTo(2);
    assertThat(desk.type("groups", "set", id).exitCode()).isEqualTo(2);
    assertThat(desk.type("groups", "remove", "treasury").err()).isEqualTo("Removed.\n");
    assertThat(desk.type("groups", "remove", id).exitCode()).isEqualTo(5);
  }

  // DX-04
  @Test
  void people_are_listed_with_what_they_can_do() {
    done("groups", "add", "lookers", "admin", "nobody-yet");
    assertThat(done("people"))
        .contains("NAME", "ROLES", "KEYS", "GROUPS", "DECIDES")
        .containsPattern("admin +admin +0 +lookers +yes")
        .containsPattern("nobody-yet +- +0 +lookers +no");
    JsonNode people = desk.json("people", "--tenant", "tnt_root");
    assertThat(people.valueStream().map(it -> it.path("name").asString()))
        .contains("admin", "nobody-yet");
    assertThat(desk.type("people", "--tenant", "nobody").exitCode()).isEqualTo(5);
  }

  // DX-41
  @Test
  void a_test_ends_with_10_where_somebody_decided_who_could_not_have() throws Exception {
    String session = desk.session();
    String run = desk.park(session, Desk.commands("date"));
    String approval = desk.client().runs().find(run).pendingApprovalIds().getFirst();
    done("approvals", "allow", approval);
    desk.http().awaitRun(run, "completed");
    Outcome found = desk.type("policies", "test", "--needs", "role:operator", "--session", session);
    assertThat(found.exitCode()).as(found.toString()).isEqualTo(10);
    assertThat(found.out())
        .containsPattern("! +" + approval + " +bash +allowed +admin +not eligible")
        .contains("1 of ", " match.");
    assertThat(
            desk.json("policies", "test", "--needs", "anyone", "--session", "nobody")
                .path("matched")
                .asInt())
        .isZero();
    assertThat(desk.type("policies", "test").exitCode()).isEqualTo(2);
    assertThat(desk.type("policies", "test", "nobody").exitCode()).isEqualTo(2);
  }

  // DX-27
  @Test
  void a_request_is_shown_with_its_stages_its_log_and_its_votes() throws Exception {
    String session = desk.session();
    String run = desk.park(session, Desk.commands("date"));
    String approval = desk.client().runs().find(run).pendingApprovalIds().getFirst();
    assertThat(done("approvals", "get", approval)).doesNotContain("standing", "stages");
    String needs = "2 of anyone within 2h or unseen 10m else all(person:ada, role:admin) else deny";
    String policy =
        done(
            "policies",
            "add",
            "Staged",
            "--session",
            session,
            "--needs",
            needs,
            "--requester-may-approve");
    done("approvals", "allow", approval);
    done("triage", "comment", approval, "Wait for the freeze.");

    String shown = done("approvals", "get", approval);
    JsonNode standing = desk.json("approvals", "get", approval).at("/request/standing");
    assertThat(shown)
        .contains("standing    " + standing.path("summary").asString() + "\n")
        .containsPattern("yes +admin, ")
        .containsPattern(
            "stages +1\\. 2 of anyone, waits 2 hours, or 10 minutes while nobody looks, open, until"
                + " 20.*\n"
                + " +2\\. all of \\(1 of person:ada, 1 of role:admin\\)\n")
        .contains("admin commented: Wait for the freeze.");

    done("policies", "remove", policy.strip());
    done("approvals", "allow", approval);
    assertThat(done("approvals", "get", approval)).containsPattern("yes +admin, 20");
  }

  // DX-65
  @Test
  void the_log_is_shown_whole_however_long_it_is() throws Exception {
    String session = desk.session();
    String run = desk.park(session, Desk.commands("date"));
    String approval = desk.client().runs().find(run).pendingApprovalIds().getFirst();
    for (int i = 1; i <= 60; i++) {
      desk.client()
          .triage()
          .act(
              approval,
              new TriageRequest(
                  TriageAction.COMMENT, null, null, null, null, "number " + i + ".", null));
    }

    assertThat(done("triage", "log", approval))
        .contains("number 1.", "number 60.")
        .doesNotContain("earlier");
    JsonNode log = desk.json("triage", "log", approval);
    assertThat(log.path("log")).hasSize(60);
    assertThat(log.at("/log/59/text").asString()).isEqualTo("number 1.");
    assertThat(log.at("/pagination/has_more").asBoolean()).isFalse();
    assertThat(done("approvals", "get", approval))
        .contains("number 60.", "holdpoint triage log " + approval)
        .doesNotContain("number 1.");
  }

  // DX-69
  @Test
  void DX_69_the_log_says_what_happened_and_what_a_late_answer_was() throws Exception {
    String session = desk.session();
    String run = desk.park(session, Desk.commands("date"));
    String approval = desk.client().runs().find(run).pendingApprovalIds().getFirst();
    done("triage", "seen", approval);
    done("triage", "assign", approval, "admin");
    done("triage", "watch", approval);
    done("approvals", "allow", approval);
    assertThat(desk.type("approvals", "deny", approval, "--reason", "too late").exitCode())
        .isEqualTo(6);

    assertThat(done("triage", "log", approval))
        .contains(
            "admin looked\n",
            "admin assigned it to admin until 20",
            "admin watches it\n",
            "admin decided after it was settled: {\"behavior\":\"deny\",\"reason\":\"too late\"}\n");
  }

  // DX-46
  @Test
  void a_revision_is_shown_with_those_before_it() throws Exception {
    String session = desk.session();
    String before =
        done("approvals", "request", session, "--command", "x", "--reason", "r", "--no-wait")
            .strip();
    done("approvals", "request-changes", before, "--reason", "Staging first.");
    String after =
        done(
                "approvals",
                "request",
                session,
                "--command",
                "x",
                "--reason",
                "r",
                "--no-wait",
                "--revises",
                before)
            .strip();

    assertThat(done("approvals", "get", after))
        .containsPattern(
            "revision +1, " + before + ", changes requested by admin, .*: Staging first")
        .containsPattern("revision +2, " + after + ", pending");
  }

  // DX-74
  @Test
  void decisions_in_a_file_end_with_the_exit_code_of_what_was_refused() throws Exception {
    String session = desk.session();
    String run = desk.park(session, Desk.commands("date"));
    String approval = desk.client().runs().find(run).pendingApprovalIds().getFirst();
    String digest = desk.json("approvals", "get", approval).at("/request/digest").asString();
    String policy =
        done("policies", "add", "Fays", "--session", session, "--needs", "person:fay").strip();
    Path lines = folder.resolve("decisions.ndjson");
    String mine =
        "{\"request_id\":\"%s\",\"behavior\":\"allow\",\"expected_digest\":\"%s\"}\n"
            .formatted(approval, digest);
    String unknown = "{\"request_id\":\"apr_01JZZZZZZZZZZZZZZZZZZZZZZZ\",\"behavior\":\"deny\"}\n";

    Files.writeString(lines, mine);
    assertThat(desk.type("approvals", "decide", lines.toString()).exitCode()).isEqualTo(4);
    assertThat(desk.type("approvals", "decide", lines.toString(), "--all-or-nothing").exitCode())
        .isEqualTo(4);
    Files.writeString(lines, unknown);
    assertThat(desk.type("approvals", "decide", lines.toString()).exitCode()).isEqualTo(5);
    Files.writeString(lines, mine + unknown);
    assertThat(desk.type("approvals", "decide", lines.toString()).exitCode()).isEqualTo(1);
    done("policies", "remove", policy);
    Files.writeString(lines, mine);
    assertThat(desk.type("approvals", "decide", lines.toString()).exitCode()).isZero();
  }

  // DX-81: what is left out of a decision unnoticed may be the part that matters
  @Test
  void a_slip_in_a_file_of_decisions_decides_nothing() throws Exception {
    String session = desk.session();
    String run = desk.park(session, Desk.commands("date"));
    String approval = desk.client().runs().find(run).pendingApprovalIds().getFirst();
    String digest = desk.json("approvals", "get", approval).at("/request/digest").asString();
    String good =
        "{\"request_id\":\"%s\",\"behavior\":\"allow\",\"expected_digest\":\"%s\"}"
            .formatted(approval, digest);
    Path lines = folder.resolve("slips.ndjson");
    for (String slip :
        List.of(
            good.replace("}", ",\"updated_imput\":{\"command\":\"true\"}}"),
            good.replace("}", ",\"behavior\":\"deny\"}"),
            good + good,
            "[" + good + "]")) {
      Files.writeString(lines, "\n" + slip + "\n");
      Outcome refused = desk.type("approvals", "decide", lines.toString());
      assertThat(refused.exitCode()).as(slip).isEqualTo(2);
      assertThat(refused.err()).contains("line 2 is not a decision: ");
    }
    Files.writeString(lines, good.replace("behavior", "behaviour"));
    assertThat(desk.type("approvals", "decide", lines.toString()).err())
        .contains("/behaviour is not a member of this object; did you mean behavior?");
    assertThat(desk.client().runs().find(run).pendingApprovalIds()).containsExactly(approval);
  }

  @Test
  void a_policy_is_added_listed_moved_replaced_and_removed() {
    done("groups", "add", "payers", "ada");
    Outcome added =
        desk.type(
            "policies",
            "add",
            "Payments",
            "--tool",
            "pay_*",
            "--session",
            "nobody",
            "--needs",
            "group:payers within 2h else role:admin",
            "--risk",
            "high",
            "--time-zone",
            "Europe/Berlin",
            "--open",
            "mon-fri 08:00-18:00",
            "--remind-unseen",
            "15m",
            "--not-editable",
            "--note",
            "ask finance");
    assertThat(added.exitCode()).as(added.toString()).isZero();
    String id = added.out().strip();
    assertThat(id).matches("pol_\\w+");
    assertThat(added.err())
        .contains("Warning: Stage 1: \"1 of group:payers\" needs 1 person, and nobody there");
    String second =
        done("policies", "add", "second", "--session", "nobody", "--needs", "anyone").strip();
    assertThat(done("policies", "list"))
        .contains("#", "NAME", "FOR", "NEEDS", "ENABLED", "WARNINGS", "POLICY")
        .containsPattern("1 +Payments +session nobody; tool pay_\\* +1 of group:payers within 2h");
    assertThat(done("policies", "show", "payments"))
        .contains(
            "policy      " + id,
            "needs       1 of group:payers within 2h else 1 of role:admin",
            "veto        anyone",
            "risk        high",
            "editable    nothing",
            "hours       mon-fri 08:00-18:00 Europe/Berlin",
            "note        ask finance",
            "warning     Stage 1:");
    assertThat(done("policies", "move", "second", "1")).contains("position    1");
    assertThat(desk.json("policies", "show", id).path("position").asInt()).isEqualTo(2);
    assertThat(
            done(
                "policies",
                "replace",
                "second",
                "--expect-version",
                "2",
                "--needs",
                "2 of anyone",
                "--session",
                "nobody",
                "--disabled"))
        .contains("position    1, disabled", "needs       2 of anyone", "version     3");
    Outcome wrong = desk.type("policies", "replace", "second", "--needs", "2 anyone");
    assertThat(wrong.exitCode()).isEqualTo(2);
    assertThat(wrong.err()).contains("/needs", "at character 3: expected \"of\"");
    assertThat(desk.type("policies", "remove", "second").err()).isEqualTo("Removed.\n");
    assertThat(done("policies", "versions", second))
        .containsPattern("3 +.*2 of anyone +no")
        .containsPattern("1 +.*1 of anyone +yes");
    assertThat(desk.json("policies", "versions", second)).hasSize(3);
    assertThat(desk.type("policies", "show", "second").exitCode()).isEqualTo(2);
    assertThat(desk.type("policies", "show", second).exitCode()).isEqualTo(5);

    // The doctor and the status say that there is something to look at, and no names.
    assertThat(desk.http().get("/v1/status").expect(200).text())
        .contains("policy_without_people", "Approval policies with warnings: 1.")
        .doesNotContain("Payments");
  }
}
