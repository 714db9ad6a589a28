package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Mcp;
import dev.holdpoint.blackbox.ModernMcp;
import dev.holdpoint.blackbox.Sse;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Clients that open pages for their user are sent to the page first, and then wait. */
@OnBothDatabases
class McpElicitUrlTest extends Acceptance {
  private static final String PATH = Mcp.PATH + "?elicit=url";
  private static final String ASK = "request_approval";
  private static final AtomicInteger REASONS = new AtomicInteger();
  private final Http agent = http.withRole("agent", "opening agent");
  private final ModernMcp client = new ModernMcp(agent, PATH, "opener", ModernMcp.URLS);

  McpElicitUrlTest(Database database) {
    super(database);
  }

  private static String asks() {
    return json("{'reason':'open the page %d?'}", REASONS.incrementAndGet());
  }

  private static String retry(JsonNode first, String responses) {
    return json(",'inputResponses':%s,'requestState':%s", responses, first.path("requestState"));
  }

  private static String opened(String action) {
    return json("{'open':{'action':'%s'}}", action);
  }

  private static String gate(JsonNode first) {
    String url = first.at("/inputRequests/open/params/url").asString();
    return url.substring(url.lastIndexOf('/') + 1);
  }

  private JsonNode row(JsonNode first) {
    return http.get("/v1/approvals/" + gate(first)).expect(200).json();
  }

  private void allow(JsonNode first) {
    http.post("/v1/runs/" + text(row(first), "run_id") + "/approvals", Http.allow(gate(first)))
        .expect(202);
  }

  private static String params(String arguments, String more) {
    return "{\"name\":\"" + ASK + "\",\"arguments\":" + arguments + more + "}";
  }

  @Test
  @DisplayName("AG-65: the page first, then the decision; to open it settles nothing")
  void the_page_comes_first_and_then_the_decision() {
    String ask = asks();
    JsonNode first = client.call(ASK, ask, "");
    assertThat(text(first, "resultType")).isEqualTo("input_required");
    JsonNode request = first.at("/inputRequests/open");
    assertThat(text(request, "method")).isEqualTo("elicitation/create");
    assertThat(request.at("/params/mode").asString()).isEqualTo("url");
    assertThat(request.at("/params/url").asString())
        .matches("http://[^/]+/ui/approvals/apr_[0-9A-Z]+");
    assertThat(request.at("/params/message").asString()).contains("open the page");
    // Without the answer it is the same request again, and an answer to something else is none.
    for (String none : List.of("{}", json("{'other':{'action':'accept'}}"))) {
      assertThat(client.call(ASK, ask, retry(first, none))).isEqualTo(first);
    }
    assertThat(client.call(ASK, ask, json(",'requestState':%s", first.path("requestState"))))
        .isEqualTo(first);
    JsonNode before = row(first);
    for (String action : List.of("accept", "decline", "cancel")) {
      try (Sse stream = client.stream("tools/call", params(ask, retry(first, opened(action))))) {
        assertThat(stream.header("content-type")).startsWith("text/event-stream");
        assertThat(text(row(first).path("request"), "id")).isEqualTo(gate(first));
        assertThat(row(first).toString().replace("\"waits\":\"now\"", "\"waits\":\"comes_back\""))
            .isEqualTo(before.toString());
      }
    }
    try (Sse stream = client.stream("tools/call", params(ask, retry(first, opened("accept"))))) {
      allow(first);
      assertThat(text(Mcp.structured(ModernMcp.result(stream)), "status")).isEqualTo("approved");
    }
    JsonNode later = client.call(ASK, ask, retry(first, opened("decline")));
    assertThat(text(Mcp.structured(later), "status")).isEqualTo("approved");
    assertThat(text(Mcp.structured(later), "request_id")).isEqualTo(gate(first));
  }

  @Test
  @DisplayName("AG-65: the same call, made twice, asks twice; one yes answers one of them")
  void the_same_call_made_twice_asks_twice() {
    String ask = asks();
    JsonNode first = client.call(ASK, ask, "");
    JsonNode second = client.call(ASK, ask, "");
    assertThat(gate(second)).isNotEqualTo(gate(first));
    allow(first);
    assertThat(text(Mcp.structured(client.call(ASK, ask, retry(first, "{}"))), "status"))
        .isEqualTo("approved");
    assertThat(client.call(ASK, ask, retry(second, "{}"))).isEqualTo(second);
    // A name of its own is the same request wherever it comes from.
    String named = ask.replace("}", json(",'request_key':'%s'}", gate(first)));
    assertThat(gate(client.call(ASK, named, ""))).isEqualTo(gate(client.call(ASK, named, "")));
  }

  @Test
  @DisplayName("AG-65: a requestState is good for its call and its token alone")
  void a_state_is_good_for_its_call_alone() {
    String ask = asks();
    JsonNode first = client.call(ASK, ask, "");
    JsonNode second = client.call(ASK, asks(), "");
    String state = text(first, "requestState");
    String other = text(second, "requestState");
    int middle = state.lastIndexOf('.');
    List<String> changed =
        List.of(
            "",
            "x",
            "1.",
            state + "-TAMPERED",
            state.substring(0, state.length() - 1),
            state.substring(0, middle) + other.substring(other.lastIndexOf('.')),
            other.substring(0, other.lastIndexOf('.')) + state.substring(middle),
            other,
            "2" + state.substring(1));
    for (String wrong : changed) {
      assertThat(error(client, ask, JSON.writeValueAsString(wrong))).as(wrong).isEqualTo(-32_602);
    }
    // In another way of writing it is the same call.
    assertThat(client.call(ASK, ask.replace("{", "{ "), json(",'requestState':'%s'", state)))
        .isEqualTo(first);
    String sent = "\"" + state + "\"";
    assertThat(error(client, asks(), sent)).isEqualTo(-32_602);
    assertThat(error(client, ask.replace("}", json(",'wait_ms':9}")), sent)).isEqualTo(-32_602);
    assertThat(error(client, ask, "7")).isEqualTo(-32_602);
    assertThat(error(client.at(http.withRole("agent", "foreign")), ask, sent)).isEqualTo(-32_602);
    assertThat(error(client.at(http), ask, sent)).isEqualTo(-32_602);
    // Where none is given out, none is taken.
    assertThat(error(new ModernMcp(agent, "opener", ModernMcp.URLS), ask, sent)).isEqualTo(-32_602);
    assertThat(error(new ModernMcp(agent, PATH, "opener", "{}"), ask, sent)).isEqualTo(-32_602);
    assertThat(
            client.error(
                "tools/call",
                json("{'name':'notify','arguments':{'message':'x'},'requestState':%s}", sent)))
        .isEqualTo(-32_602);
    assertThat(
            client.error(
                "tools/call", params(ask, json(",'requestState':%s,'inputResponses':[]", sent))))
        .isEqualTo(-32_602);
    assertThat(row(first).toString()).contains("pending");
  }

  private static int error(ModernMcp client, String ask, String state) {
    return client.error(
        "tools/call",
        params(ask, retry(JSON.readTree("{\"requestState\":" + state + "}"), opened("accept"))));
  }

  @Test
  @DisplayName("AG-65: a client that opens no pages is never sent to one")
  void a_client_that_opens_no_pages_is_never_sent_to_one() {
    for (String capabilities :
        List.of("{}", json("{'elicitation':{}}"), json("{'elicitation':{'form':{}}}"))) {
      try (Sse stream =
          new ModernMcp(agent, PATH, "reader", capabilities)
              .stream(
                  "tools/call",
                  params(json("{'reason':'%s','wait_ms':1}", capabilities.hashCode()), ""))) {
        assertThat(text(Mcp.structured(ModernMcp.result(stream)), "status")).isEqualTo("pending");
      }
    }
    // Nor one whose server's URL does not say so.
    JsonNode task = new ModernMcp(agent, "opener", ModernMcp.BOTH).call(ASK, asks(), "");
    assertThat(text(task, "resultType")).isEqualTo("task");
    // Nor for what is answered at once, or tells people something.
    JsonNode told = client.call("notify", json("{'message':'x'}"), "");
    assertThat(text(told, "resultType")).isEqualTo("complete");
    JsonNode now = client.call(ASK, json("{'reason':'now?','wait_ms':0}"), "");
    assertThat(text(Mcp.structured(now), "status")).isEqualTo("pending");
    assertThat(
            new ModernMcp(agent, Mcp.PATH + "?elicit=form", "x", ModernMcp.URLS)
                .error("tools/call", params(asks(), "")))
        .isEqualTo(-32_602);
    // An older client at that URL notices nothing of it.
    assertThat(
            agent.post(PATH, json("{'jsonrpc':'2.0','id':1,'method':'ping'}")).expect(200).text())
        .isEqualTo(json("{'jsonrpc':'2.0','id':1,'result':{}}"));
  }

  @Test
  @DisplayName("AG-66: the page first, and then a task without requestState")
  void the_page_first_and_then_a_task() {
    ModernMcp both = new ModernMcp(agent, PATH, "both", ModernMcp.BOTH);
    String ask = asks();
    JsonNode first = both.call(ASK, ask, "");
    assertThat(text(first, "resultType")).isEqualTo("input_required");
    JsonNode task = both.call(ASK, ask, retry(first, opened("accept")));
    assertThat(text(task, "resultType")).isEqualTo("task");
    assertThat(members(task)).doesNotContain("requestState", "inputRequests");
    assertThat(text(task, "taskId")).isEqualTo(gate(first));
    allow(first);
    JsonNode done = both.get(task);
    assertThat(done.at("/result/structuredContent/status").asString()).isEqualTo("approved");
    assertThat(members(done)).doesNotContain("requestState", "inputRequests");
  }
}
