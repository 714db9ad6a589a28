package dev.holdpoint.agent.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.agent.process.Processes;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.engine.json.JsonTree;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToolsTest {
  @TempDir Path folder;
  private Tools tools;

  @BeforeEach
  void prepare() throws Exception {
    tools = new Tools(Tools.ofWorkspace(new Processes(folder), Map.of()));
  }

  @ParameterizedTest
  @CsvSource({
    "bash, ASK, true",
    "write_file, ASK, true",
    "edit_file, ASK, true",
    "read_file, ALLOW, false",
    "list_files, ALLOW, false",
  })
  void what_changes_something_is_asked_about(String name, Behavior rule, boolean effect) {
    Tool tool = Objects.requireNonNull(tools.find(name));
    assertThat(tool.defaultRule()).isEqualTo(rule);
    assertThat(tool.hasEffect()).isEqualTo(effect);
    assertThat(tools.defaultRule(name)).isEqualTo(rule);
  }

  @ParameterizedTest
  @CsvSource({
    "ask_user_question",
    "request_parent_clarification",
    "request_approval",
    "load_skill",
    "emit_output",
    "spawn_agent",
    "message_agent"
  })
  void the_loops_own_tools_are_told_of_and_allowed_but_not_run_here(String name) {
    assertThat(tools.find(name)).isNull();
    assertThat(tools.defaultRule(name)).isEqualTo(Behavior.ALLOW);
    assertThat(tools.specs()).anyMatch(spec -> spec.name().equals(name));
  }

  @Test
  void every_schema_is_closed() throws Exception {
    assertThat(tools.specs()).hasSize(12);
    for (var spec : tools.specs()) {
      var schema = JsonTree.read(spec.inputSchema().text());
      assertThat(schema.path("type").stringValue()).isEqualTo("object");
      assertThat(schema.path("additionalProperties").isBoolean()).isTrue();
      assertThat(schema.path("additionalProperties").booleanValue()).isFalse();
    }
  }

  @Test
  void an_unknown_tool_has_no_rule() {
    assertThat(tools.find("nope")).isNull();
    assertThat(tools.defaultRule("nope")).isNull();
  }

  @Test
  void a_name_is_given_once() throws Exception {
    List<Tool> once = Tools.ofWorkspace(new Processes(folder), Map.of());
    assertThatThrownBy(() -> new Tools(List.of(once.get(0), once.get(0))))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
