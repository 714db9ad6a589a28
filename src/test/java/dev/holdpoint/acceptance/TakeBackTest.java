package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** An agent takes back what it has asked, and nothing else. */
@OnBothDatabases
class TakeBackTest extends Acceptance {
  TakeBackTest(Database database) {
    super(database);
  }

  private JsonNode raise(Http agent) {
    return agent
        .post(
            "/v1/sessions/" + session() + "/approval-requests",
            json("{'tool_name':'deploy','reason':'release day','input':{}}"))
        .expect(201)
        .json();
  }

  private static Http.Answer cancel(Http caller, String run) {
    return caller.post("/v1/runs/" + run + "/cancel", null);
  }

  @Test
  // KT-30
  void KT_30_what_an_agent_raised_it_takes_back() {
    Http agent = http.withRole("agent", "takes back");
    JsonNode raised = raise(agent);

    assertThat(status(cancel(agent, id(raised)).expect(200).json())).isEqualTo("cancelled");

    JsonNode gate = http.get("/v1/approvals/" + raised.at("/request/id").asString()).json();
    assertThat(text(gate, "status")).isEqualTo("withdrawn");
    cancel(agent, id(raised)).expect(200);
  }

  @Test
  // KT-30
  void KT_30_not_what_another_token_raised_and_no_run_of_the_daemons_own() {
    Http agent = http.withRole("agent", "mine");
    String another = id(raise(http.withRole("agent", "theirs")));
    String people = id(raise(http));
    String own = id(park(session(), Script.bash("true"), Script.say("done")));

    for (String run : new String[] {another, people, own}) {
      refused(cancel(agent, run), 403, "auth", "forbidden");
      assertThat(status(run(run))).isEqualTo("waiting_for_approval");
    }
    assertThat(cancel(agent, "run_01JZZZZZZZZZZZZZZZZZZZZZZZ").status()).isEqualTo(404);
  }

  @Test
  // KT-30
  void KT_30_what_is_decided_is_told_with_who_decided() {
    Http agent = http.withRole("agent", "too late");
    JsonNode raised = raise(agent);
    http.approve(id(raised));

    JsonNode problem = refused(cancel(agent, id(raised)), 409, "runs", "run_state_conflict");

    assertThat(problem.at("/resolution/behavior").asString()).isEqualTo("allow");
    assertThat(problem.at("/resolution/by").asString()).isNotEmpty();
  }
}
