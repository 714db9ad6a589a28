package dev.holdpoint.agent.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.agent.mcp.Rounds.Next;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.RemoteCall;
import dev.holdpoint.engine.json.JsonTree;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What a server's answers mean for a call, as a function. */
class RoundsTest {
  private static final RemoteCall NEW = RemoteCall.at("web");
  private static final RemoteCall TASK = NEW.task("t1", 10_000, 1_000);
  private static final String FORM = ModernStage.form("Which?");

  private final Rounds rounds =
      new Rounds(
          new ServerSpec(
              "web",
              new ServerSpec.Http(URI.create("http://127.0.0.1:1/mcp"), Map.of()),
              ServerSpec.Protocol.AUTO,
              Duration.ofSeconds(1),
              Duration.ofSeconds(1),
              Duration.ofHours(1),
              1));

  private static JsonNode tree(String json) {
    return JsonTree.of(new Json(json.replace('\'', '"')));
  }

  private Next ofCall(String json) {
    return rounds.ofCall(NEW, tree(json), 1_000);
  }

  private Next ofTask(String json) {
    return rounds.ofTask(TASK, tree(json));
  }

  private static String over(Next next) {
    return next instanceof Next.Over(String error) ? error : String.valueOf(next);
  }

  @Test
  void a_result_of_no_type_is_complete() {
    assertThat(ofCall("{'content':[]}")).isInstanceOf(Next.Complete.class);
    assertThat(ofCall("{'resultType':'complete','content':[]}")).isInstanceOf(Next.Complete.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'ttlMs':null                         | 3601000 | 1000",
        "'ttlMs':5000                         | 6000    | 1000",
        "'ttlMs':99999999                     | 3601000 | 1000",
        "'ttlMs':-5                           | 1000    | 1000",
        "'ttlMs':99999999999999999999         | 3601000 | 1000",
        "'ttlMs':null,'pollIntervalMs':5      | 3601000 | 250",
        "'ttlMs':null,'pollIntervalMs':90000  | 3601000 | 60000",
        "'ttlMs':null,'pollIntervalMs':'soon' | 3601000 | 1000",
      })
  @DisplayName(
      "AG-70 a task lasts as long as it may here, or as the server says if that is shorter")
  void a_task_has_its_time(String members, long until, long poll) {
    assertThat(
            ofCall("{'resultType':'task','taskId':'t1','status':'working',%s}".formatted(members)))
        .isEqualTo(new Next.Begun(NEW.task("t1", until, poll)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'resultType':'hologram'}                             | result type 'hologram', which is not supported",
        "{'resultType':'task'}                                 | without a usable id",
        "{'resultType':'task','taskId':7}                      | without a usable id",
        "{'resultType':'input_required'}                       | without 1 to 20 requests",
        "{'resultType':'input_required','inputRequests':{}}    | without 1 to 20 requests",
        "{'resultType':'input_required','inputRequests':{'a':{'method':'sampling/createMessage'}}} | asks for sampling/createMessage, which this client does not offer",
        "{'resultType':'input_required','inputRequests':{'a':{'method':'roots/list'}}}             | asks for roots/list, which this client does not offer",
        "{'resultType':'input_required','inputRequests':{'a':{}}}                                  | input without a method",
        "{'resultType':'input_required','inputRequests':{'a':{'method':'elicitation/create','params':{'message':'m','mode':'video'}}}} | cannot be read",
        "{'resultType':'input_required','inputRequests':{'a':{'method':'elicitation/create'}}}     | cannot be read",
      })
  @DisplayName("AG-72 what nobody can go on with ends the call with a clear error")
  void what_nobody_can_go_on_with(String answer, String error) {
    assertThat(over(ofCall(answer))).contains("'web'", error, "may have taken effect");
  }

  @Test
  @DisplayName("AG-72 an eleventh round ends the call")
  void an_eleventh_round_ends_the_call() {
    RemoteCall remote = NEW;
    for (int i = 1; i <= Rounds.MOST; i++) {
      String answer =
          "{'resultType':'input_required','inputRequests':{'k%d':%s}}".formatted(i, FORM);
      Next next = rounds.ofCall(remote, tree(answer), 0);
      assertThat(next).isInstanceOf(Next.Asks.class);
      remote = ((Next.Asks) next).remote().delivered();
    }
    assertThat(remote.rounds()).isEqualTo(10);
    String answer = "{'resultType':'input_required','inputRequests':{'k11':%s}}".formatted(FORM);
    assertThat(over(rounds.ofCall(remote, tree(answer), 0)))
        .contains("asks for input more than 10 times");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'status':'failed','error':{'code':-1,'message':'no disk'}} | the task of the MCP server 'web' failed: no disk",
        "{'status':'failed','statusMessage':'late'}     | failed: late",
        "{'status':'cancelled','statusMessage':'by me'} | was cancelled: by me",
        "{'status':'cancelled'}                         | was cancelled",
        "{'status':'completed'}                         | without a result",
        "{'status':'dreaming'}                          | 'dreaming', which is not supported",
        "{}                                             | not supported",
      })
  @DisplayName("AG-70 a task that has failed or was cancelled is an error in the server's words")
  void a_task_without_a_result(String task, String error) {
    assertThat(over(ofTask(task))).contains(error);
  }

  @Test
  void a_task_that_is_complete_has_its_result() {
    assertThat(ofTask("{'status':'completed','result':{'content':[]}}"))
        .isEqualTo(new Next.Complete(tree("{'content':[]}")));
    assertThat(ofTask("{'status':'working'}")).isEqualTo(new Next.Working(1_000));
  }

  @Test
  @DisplayName("AG-71 each key is asked once, and its answer is sent once")
  void each_key_is_asked_once() {
    String two =
        "{'status':'input_required','inputRequests':{'a':%s,'b':%s}}".formatted(FORM, FORM);
    Next.Asks asked = (Next.Asks) ofTask(two);
    assertThat(asked.inquiries()).hasSize(2);
    RemoteCall remote = asked.remote();
    assertThat(remote.keys()).containsExactlyInAnyOrder("a", "b");
    // The server has not seen the answers yet.
    assertThat(rounds.ofTask(remote.sends().delivered(), tree(two)))
        .isEqualTo(new Next.Working(1_000));
    Json yes = new Json("{\"action\":\"accept\"}");
    Json no = new Json("{\"action\":\"decline\"}");
    assertThat(Rounds.responses(remote, List.of(yes, no)))
        .isEqualTo(tree("{'a':{'action':'accept'},'b':{'action':'decline'}}"));
    String third =
        "{'status':'input_required','inputRequests':{'b':%s,'c':%s}}".formatted(FORM, FORM);
    Next.Asks again = (Next.Asks) rounds.ofTask(remote.delivered(), tree(third));
    assertThat(again.inquiries()).hasSize(1);
    assertThat(Rounds.responses(again.remote(), List.of(yes, no, yes)))
        .isEqualTo(tree("{'c':{'action':'accept'}}"));
  }

  @ParameterizedTest
  @CsvSource({
    "https://example.org/a, true",
    "http://127.0.0.1:8080/a, true",
    "http://localhost/a, true",
    "http://example.org/, false",
    "javascript:alert(1), false",
    "file:///etc/passwd, false",
    "https://me@example.org/, false",
    "https://me:pw@example.org/, false",
  })
  @DisplayName("AG-74 a page that may not be shown as a link is declined, and nobody is asked")
  void pages(String url, boolean shown) {
    assertPage(url, shown);
  }

  @Test
  @DisplayName("AG-74 an address of 5 000 characters is declined")
  void a_long_address_is_declined() {
    assertPage("https://example.org/" + "a".repeat(5_000), false);
  }

  private void assertPage(String url, boolean shown) {
    Next.Asks next =
        (Next.Asks)
            ofCall(
                "{'resultType':'input_required','inputRequests':{'open':{'method':'elicitation/create','params':{'mode':'url','message':'Log in','url':'%s'}}}}"
                    .formatted(url));
    assertThat(next.inquiries()).hasSize(shown ? 1 : 0);
    if (!shown) {
      assertThat(Rounds.responses(next.remote(), List.of()))
          .isEqualTo(tree("{'open':{'action':'decline'}}"));
    }
  }

  @Test
  void a_state_that_is_no_text_or_too_long_is_not_kept() {
    String with = "{'resultType':'input_required','inputRequests':{'a':%s},'requestState':%s}";
    assertThat(over(ofCall(with.formatted(FORM, "7")))).contains("cannot be stored");
    assertThat(over(ofCall(with.formatted(FORM, "'" + "s".repeat(70_000) + "'"))))
        .contains("cannot be stored");
    assertThat(((Next.Asks) ofCall(with.formatted(FORM, "'s1'"))).remote().requestState())
        .isEqualTo("s1");
  }
}
