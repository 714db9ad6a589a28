package dev.holdpoint.acceptance;

import static dev.holdpoint.acceptance.Acceptance.json;
import static dev.holdpoint.acceptance.Acceptance.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Together;
import dev.holdpoint.daemon.TestDaemon;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Many runners at several nodes want to carry out the same call. */
final class PermitRaceIT {
  private static final int CLIENTS = 64;
  private final SharedLedger ledger = new SharedLedger();

  // PF-20
  @Test
  void PF_20_of_64_redemptions_at_three_nodes_exactly_one_is_taken() {
    try (TestDaemon one = ledger.node("one");
        TestDaemon two = ledger.node("two");
        TestDaemon three = ledger.node("three")) {
      Http http = one.http();
      Http runner = http.withRole("operator", "runner");
      List<Http> nodes =
          List.of(
              runner,
              two.http(String.valueOf(runner.token())),
              three.http(String.valueOf(runner.token())));
      http.session("race");
      JsonNode raised =
          runner
              .post(
                  "/v1/sessions/race/approval-requests",
                  json("{'tool_name':'deploy','input':{},'reason':'release'}"))
              .expect(201)
              .json();
      String gate = text(raised.path("request"), "id");
      http.post("/v1/runs/" + text(raised, "run_id") + "/approvals", Http.allow(gate)).expect(202);
      String path = "/v1/permits/prm_" + gate.substring(4);
      String jws = text(runner.get(path).expect(200).json(), "permit");
      assertThat(nodes.stream().map(node -> text(node.get(path).expect(200).json(), "permit")))
          .as("the same bytes at every node")
          .containsOnly(jws);

      List<Http.Answer> answers =
          Together.call(
              CLIENTS,
              i ->
                  nodes
                      .get(i % nodes.size())
                      .post(
                          path + "/redeem",
                          json(
                              "{'permit':'%s','redeemer_key':'client-0123456789-%d',"
                                  + "'tool_name':'deploy','input':{}}",
                              jws, i)));

      assertThat(answers.stream().filter(answer -> answer.status() == 200)).hasSize(1);
      assertThat(answers.stream().filter(answer -> answer.status() == 409))
          .hasSize(CLIENTS - 1)
          .allMatch(answer -> answer.code().equals("permit_redeemed"));
      assertThat(text(nodes.getLast().get(path).expect(200).json(), "state")).isEqualTo("started");
    }
  }
}
