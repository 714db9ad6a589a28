package dev.holdpoint.agent.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.record.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
    assertThat(places(schema, "{'to':'text','rows':[]}")).containsExactly("/note");
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "'text'", "1", "[]", "{}"})
  @DisplayName("DX-54 nothing can be put where something read only could come with it")
  void DX_54_a_value_cannot_bring_in_what_is_read_only(String value) {
    String schema =
        """
        {'properties':{'note':{},
         'config':{'type':['object','null'],'properties':{'role':{'readOnly':true}}}}}""";
    assertThat(places(schema, "{'config':" + value + "}")).containsExactly("/note");
  }

  @Test
  @DisplayName("DX-54 members and elements that are not there yet cannot be added")
  void DX_54_what_is_not_there_yet() {
    assertThat(places("{'additionalProperties':{'readOnly':true}}", "{}")).isEmpty();
    assertThat(places("{'properties':{'n':{}},'additionalProperties':{'readOnly':true}}", "{}"))
        .containsExactly("/n");
    for (String more :
        List.of(
            "'prefixItems':[{},{'readOnly':true}]",
            "'items':[{},{'readOnly':true}]",
            "'prefixItems':[{}],'items':{'readOnly':true}",
            "'prefixItems':[{}],'unevaluatedItems':{'readOnly':true}",
            "'items':[{}],'additionalItems':{'readOnly':true}")) {
      assertThat(places("{" + more + "}", "['a']")).as(more).containsExactly("/0");
      assertThat(places("{" + more + "}", "['a','b']")).as(more).containsExactly("/0");
    }
    assertThat(places("{'contains':{'readOnly':true}}", "['a']")).isEmpty();
  }

  @Test
  @DisplayName("DX-54 marks under conditions, patterns and names count, others close their place")
  void DX_54_marks_behind_other_keywords() {
    String mark = "{'properties':{'a':{'readOnly':true},'n':{}}}";
    for (String way :
        List.of(
            "'if':{},'then':" + mark,
            "'if':" + mark,
            "'else':" + mark,
            "'dependentSchemas':{'n':" + mark + "}",
            "'dependencies':{'n':" + mark + "}",
            "'$ref':'#/$defs/a%20b','$defs':{'a b':" + mark + "}",
            "'$ref':'#row','$defs':{'r':{'$anchor':'row','allOf':[" + mark + "]}}",
            "'$dynamicRef':'#row','$defs':{'r':{'$dynamicAnchor':'row','allOf':[" + mark + "]}}",
            "'$ref':'#/$defs/in','$defs':{'r':{'$id':'r','$defs':{'in':" + mark + "}}}",
            "'patternProperties':{'^a':{'readOnly':true}}",
            "'patternProperties':{'^a':{'properties':{'x':{'readOnly':true}}}}")) {
      assertThat(places("{" + way + "}", "{'a':1,'n':2}")).as(way).containsExactly("/n");
    }
    for (String way :
        List.of(
            "'not':" + mark,
            "'x-own':[{'any':{'readOnly':true}}]",
            "'x-own':{'$ref':'#/$defs/r'},'$defs':{'r':" + mark + "}",
            "'$ref':'https://example.org/r','$defs':{'r':{'$id':'r','readOnly':true}}",
            "'$ref':'#gone','$defs':{'r':{'readOnly':true}}",
            "'patternProperties':{'(a|n)':{'readOnly':true}}")) {
      assertThat(places("{" + way + "}", "{'a':1,'n':2}")).as(way).isEmpty();
    }
    // Values are no schemas, and what nothing refers to says nothing.
    assertThat(
            places(
                "{'default':{'readOnly':true},'const':{'readOnly':true},'$defs':{'r':{'readOnly':true}}}",
                "{'a':1}"))
        .isNull();
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
    String wide = "{'items':{'allOf':[{'properties':{'id':{'readOnly':true}}},{}]}}";
    assertThat(places(wide, "[" + "{'n':1},".repeat(1_999) + "{'n':1}]"))
        .hasSizeLessThan(1_999)
        .doesNotContain("/1999/n");
    String plain = "{'properties':{'id':{'readOnly':true},'n':{},'next':{'$ref':'#'}}}";
    assertThat(places(plain, "{'id':1,'next':{'id':2,'n':1}}")).containsExactly("/next/n", "/n");
  }
}
