package dev.holdpoint.agent.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.agent.peer.AgentCommands;
import dev.holdpoint.agent.peer.AgentRequest;
import dev.holdpoint.core.gate.Offer;
import dev.holdpoint.core.run.AgentCall;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.json.JsonTree;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What an agent that was brought back asks is the same, or it is asked anew. */
class EssenceTest {
  private static final String COMMAND =
      "'kind':'execute','title':'Run ls','rawInput':{'call_id':'c1','turn_id':'t1',"
          + "'started_at_ms':1,'command':['/bin/bash','-lc','ls'],'cwd':'/w','reason':'look'}";
  private static final String EDIT =
      "'kind':'edit','title':'Edit a','rawInput':{'callId':'c1','changes':{'a':'x'}}";

  private static AgentRequest.Permission asked(String toolCall) throws Exception {
    JsonNode told = JsonTree.read("{" + toolCall.replace('\'', '"') + "}");
    String title = told.path("title").asString("");
    String kind = told.path("kind").asString("");
    return new AgentRequest.Permission(
        "k",
        "c",
        title,
        JsonTree.write(told.path("rawInput")),
        "May it " + title + " (" + kind + ")?",
        new Offer(List.of(), false),
        AgentCommands.ofAcp("", kind, title, told),
        null);
  }

  private static ToolCall call(AgentRequest.Permission ask, @Nullable AgentCall agent) {
    return new ToolCall("c", ask.tool(), ask.input(), agent);
  }

  private static boolean isSame(String one, String other) throws Exception {
    AgentRequest.Permission before = asked(one);
    return GateTranslation.isSame(call(before, before.agentCall()), before.reason(), asked(other));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          'call_id':'c1'                      | 'call_id':'c2'                          | true
          'turn_id':'t1'                      | 'turn_id':'t2'                          | true
          'started_at_ms':1                   | 'started_at_ms':2                       | true
          'title':'Run ls'                    | 'title':'Look around'                   | true
          'reason':'look'                     | 'reason':'look again'                   | true
          'reason':'look'                     | 'description':'look','timeout':5        | true
          ['/bin/bash','-lc','ls']            | 'ls'                                    | true
          ['/bin/bash','-lc','ls']            | ['/bin/sh','-c','ls']                   | true
          ['/bin/bash','-lc','ls']            | ['/bin/bash','-lc','ls -l']             | false
          ['/bin/bash','-lc','ls']            | ['/tmp/bash','-lc','ls']                | false
          'cwd':'/w'                          | 'cwd':'/'                               | false
          ,'cwd':'/w'                         | ^^                                      | false
          'cwd':'/w'                          | 'cwd':'/w','workdir':'/'                | false
          'reason':'look'                     | 'env':{'PATH':'/tmp'}                   | false
          'reason':'look'                     | 'cmd':'rm x'                            | false
          'kind':'execute'                    | 'kind':'execute','_meta':{'toolName':'shell'} | false
          'kind':'execute'                    | 'kind':'edit'                           | false
          """)
  // AG-10
  void AG_10_a_command_is_the_same_where_tool_command_and_folder_are(
      String part, String other, boolean same) throws Exception {
    assertThat(COMMAND).contains(part);
    assertThat(isSame(COMMAND, COMMAND.replace(part, other))).isEqualTo(same);
    assertThat(isSame(COMMAND.replace(part, other), COMMAND)).isEqualTo(same);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          'callId':'c1'           | 'callId':'c2','item_id':'i','timestamp':7,'approvalId':'a' | true
          'callId':'c1'           | 'tool_call_id':'c','requestId':3,'startedAtMs':3 | true
          'a':'x'                 | 'a':'y'                     | false
          'callId':'c1'           | 'item_id':'i'               | false
          'callId':'c1'           | 'request_id':'i'            | false
          'a':'x'                 | 'a':'x','call_id':'inside'  | false
          'title':'Edit a'        | 'title':'Edit b'            | false
          'kind':'edit'           | 'kind':'delete'             | false
          'callId':'c1'           | 'callId':'c1','cwd':'/'     | false
          'callId':'c1'           | 'callId':'c1','description':'d' | false
          """)
  void AG_10_anything_else_is_the_same_where_all_but_its_passing_names_is(
      String part, String other, boolean same) throws Exception {
    assertThat(EDIT).contains(part);
    assertThat(isSame(EDIT, EDIT.replace(part, other))).isEqualTo(same);
    assertThat(isSame(EDIT.replace(part, other), EDIT)).isEqualTo(same);
  }

  @Test
  void AG_10_what_says_nothing_but_its_passing_names_goes_by_them() throws Exception {
    String bare = "'kind':'edit','title':'Edit a','rawInput':{'call_id':'c1'}";
    assertThat(isSame(bare, bare)).isTrue();
    assertThat(isSame(bare, bare.replace("c1", "c2"))).isFalse();
  }

  @Test
  void AG_10_an_unusual_command_is_the_same_with_all_that_is_unusual_in_it() throws Exception {
    String unusual = COMMAND.replace("'reason'", "'cmd':'rm x','env':{'A':'b'},'reason'");
    assertThat(isSame(unusual, unusual.replace("'c1'", "'c2'").replace("Run ls", "Run"))).isTrue();
    assertThat(isSame(unusual, unusual.replace("'A':'b'", "'A':'c'"))).isFalse();
    assertThat(isSame(unusual, unusual.replace("rm x", "rm y"))).isFalse();
    assertThat(isSame(unusual, unusual.replace("'-lc','ls'", "'-lc','ls -l'"))).isFalse();
  }

  @Test
  void AG_10_a_call_of_before_commands_were_kept_is_held_against_all_that_it_says()
      throws Exception {
    AgentRequest.Permission ask = asked(COMMAND);
    ToolCall before = call(ask, null);
    assertThat(GateTranslation.isSame(before, ask.reason(), ask)).isTrue();
    assertThat(
            GateTranslation.isSame(
                before, ask.reason(), asked(COMMAND.replace("'-lc','ls'", "'-lc','rm'"))))
        .isFalse();
    assertThat(GateTranslation.isSame(before, "another reason", ask)).isFalse();
  }
}
