package dev.holdpoint.agent.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.record.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Places of an input that its schema does not mark as read only. */
class WritablePlacesTest {
  private static @Nullable List<String> places(String schema, String input) {
    return WritablePlaces.of(
        new Json(schema.replace('\'', '"')), new Json(input.replace('\'', '"')));
  }

  @Test
  @DisplayName("DX-54 what a schema marks read only is left out at any depth")
  void DX_54_read_only_places_are_left_out() {
    String schema =
        """
        {'type':'object','$defs':{'row':{'properties':{'id':{'readOnly':true},'n':{}}}},
         'properties':{
          'account':{'type':'string','readOnly':true},
          'note':{'type':'string'},
          'to':{'properties':{'a/b':{'readOnly':true},'c':{'readOnly':false}}},
          'all':{'readOnly':true,'properties':{'x':{}}},
          'rows':{'type':'array','items':{'$ref':'#/$defs/row'}},
          'either':{'oneOf':[{'type':'string'},{'allOf':[{'readOnly':true}]}]}}}""";
    assertThat(
            places(
                schema,
                "{'note':'n','to':{'a/b':1,'c':2,'d':3},'rows':[{'id':1,'n':2}],'own':{'x':1}}"))
        .containsExactly("/note", "/to/c", "/to/d", "/rows/0/n", "/own");
    // What is not there cannot be added in part.
    assertThat(places(schema, "{}")).containsExactly("/note");
    assertThat(places(schema, "{'to':'text','rows':[]}")).containsExactly("/to", "/note");
  }

  @Test
  @DisplayName("DX-54 nothing marked leaves everything, a marked whole leaves nothing")
  void DX_54_nothing_and_everything() {
    assertThat(places("{'properties':{'a':{'readOnly':false}}}", "{'a':{'b':1}}")).isNull();
    assertThat(places("{'properties':{'readOnly':{}}}", "{'readOnly':true}")).isNull();
    assertThat(places("{'readOnly':true}", "{'a':1}")).isEmpty();
    assertThat(places("[]", "{'a':1}")).isNull();
  }

  @Test
  @DisplayName("DX-54 a schema that refers to itself ends, and what is beyond counts as read only")
  void DX_54_a_schema_without_end_ends() {
    String tree =
        "{'allOf':[{'$ref':'#'}],'properties':{'id':{'readOnly':true},'next':{'$ref':'#'}}}";
    assertThat(places(tree, "{'id':1,'next':{'id':2}}")).isEmpty();
    String plain = "{'properties':{'id':{'readOnly':true},'n':{},'next':{'$ref':'#'}}}";
    assertThat(places(plain, "{'id':1,'next':{'id':2,'n':1}}")).containsExactly("/next/n", "/n");
  }
}
