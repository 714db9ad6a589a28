package dev.holdpoint.agent.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.NotJson;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class ScrubberTest {
  private final Scrubber scrubber = new Scrubber(List.of("swordfish", "swordfish-and-chips", "ab"));

  private static JsonNode json(String text) throws NotJson {
    return JsonTree.read(text.replace('\'', '"'));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
      {'text':'say swordfish now'}          | {'text':'say [redacted] now'}
      {'text':'swordfish-and-chips'}        | {'text':'[redacted]'}
      {'swordfish':1}                       | {'[redacted]':1}
      {'text':'ab'}                         | {'text':'ab'}
      {'text':'key sk-abcdefgh12345'}       | {'text':'key [redacted]'}
      {'a':[{'b':['AKIAIOSFODNN7EXAMPLE']}]} | {'a':[{'b':['[redacted]']}]}
      {'password':'hunter two'}             | {'password':'[redacted]'}
      {'PASSWORD':12345}                    | {'PASSWORD':'[redacted]'}
      {'api_keys':['one','two']}            | {'api_keys':['[redacted]','[redacted]']}
      {'Authorization':'Basic Zm9v'}        | {'Authorization':'[redacted]'}
      {'password':{'type':'string'}}        | {'password':{'type':'string'}}
      {'max_tokens':12,'ok':true,'x':null}  | {'max_tokens':12,'ok':true,'x':null}
      {'text':'hello'}                      | {'text':'hello'}
      """)
  void secrets_go_and_the_rest_stays(String given, String expected) throws NotJson {
    assertThat(scrubber.tree(json(given))).isEqualTo(json(expected));
  }

  @Test
  void a_secret_goes_from_json_within_a_text_too() {
    Scrubber quoting = new Scrubber(List.of("sword\"fi\\sh"));

    assertThat(quoting.text("as it is: sword\"fi\\sh")).isEqualTo("as it is: [redacted]");
    assertThat(quoting.text("{\"a\":\"sword\\\"fi\\\\sh\"}")).isEqualTo("{\"a\":\"[redacted]\"}");
  }

  @Test
  void a_secret_in_pieces_goes_whole() throws NotJson {
    String key = "sk-live-0123456789abcdefghij";
    List<JsonNode> events = new ArrayList<>();
    for (char c : ("take " + key + " please").toCharArray()) {
      events.add(json("{'type':'text_delta','delta':[{'text':'" + c + "'}]}"));
    }
    events.add(json("{'type':'end','last':true}"));

    List<JsonNode> clean = scrubber.stream(events);
    assertThat(clean).hasSameSizeAs(events);
    assertThat(clean.getFirst().at("/delta/0/text").asString()).isEqualTo("take [redacted] please");
    assertThat(clean.get(5).at("/delta/0/text").asString()).isEmpty();
    assertThat(clean.get(5).path("type").asString()).isEqualTo("text_delta");
    assertThat(clean.getLast()).isEqualTo(events.getLast());
  }

  @Test
  void a_stream_without_secrets_is_as_it_was() throws NotJson {
    List<JsonNode> events =
        List.of(json("{'type':'text_delta','text':'a'}"), json("{'type':'text_delta','text':'b'}"));
    assertThat(scrubber.stream(events)).isEqualTo(events);
  }
}
