package dev.holdpoint.agent.capture;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.NotJson;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class OutlineTest {
  private static JsonNode json(String text) throws NotJson {
    return JsonTree.read(text.replace('\'', '"'));
  }

  private static String brief(String text) {
    return "[%d characters, sha256 %s]"
        .formatted(text.length(), Digests.sha256Hex(text.getBytes(UTF_8)));
  }

  @Test
  void the_shape_stays_and_the_words_go() throws NotJson {
    JsonNode outline =
        Outline.of(
            json(
                "{'system':'be brief','messages':[{'role':'user','content':'my name is Ann'},"
                    + "{'role':'assistant','content':'','tool_calls':[{'id':'call_1','tool':'bash',"
                    + "'input':{'command':'rm x','id':'Ann','n':4711,'on':true}}]}],"
                    + "'temperature':0.5}"));

    assertThat(outline.at("/messages/0/role").asString()).isEqualTo("user");
    assertThat(outline.at("/messages/0/content").asString()).isEqualTo(brief("my name is Ann"));
    assertThat(outline.at("/messages/1/tool_calls/0/tool").asString()).isEqualTo("bash");
    assertThat(outline.at("/messages/1/tool_calls/0/id").asString()).isEqualTo("call_1");
    assertThat(outline.at("/messages/1/tool_calls/0/input"))
        .isEqualTo(
            json(
                "{'command':'%s','id':'%s','n':'[number]','on':true}"
                    .formatted(brief("rm x"), brief("Ann"))));
    assertThat(outline.path("temperature").asString()).isEqualTo("0.5");
    assertThat(outline.toString()).doesNotContain("Ann").doesNotContain("brief\"");
  }

  @Test
  void a_name_that_is_a_text_goes_too() throws NotJson {
    JsonNode outline = Outline.of(json("{'input':{'dear Ann, hello':1},'type':'dear Ann, hello'}"));
    assertThat(outline.toString()).doesNotContain("Ann").contains(brief("dear Ann, hello"));
  }
}
