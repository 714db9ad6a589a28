package dev.holdpoint.engine.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.agent.schema.WritablePlaces;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.external.ExternalGates;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.port.ToolInputs;
import dev.holdpoint.engine.standing.EditPlaces;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Edits at places that some schema marks as read only, whichever way it says so. */
class ReadOnlyEditsTest {
  private static final int INPUTS = 25;
  private static final int EDITS = 200;
  private static final List<String> NAMES = List.of("role", "a b", "x-1");

  @TempDir Path folder = Path.of("");

  private final Random random = new Random(20_261_119);

  @Test
  @DisplayName("DX-54 no edit that changes, adds or removes a marked value is taken")
  void DX_54_no_edit_at_a_marked_place_is_taken() {
    int taken = 0;
    try (Bench bench = new Bench(folder)) {
      bench.session("s");
      for (int i = 0; i < INPUTS; i++) {
        ObjectNode input = object(3);
        Run run = asked(bench, input);
        for (int j = 0; j < EDITS; j++) {
          List<Object> path = path(input);
          Json schema = new Schema().of(path);
          JsonNode edited = changed(input, path, 0);
          if (random.nextInt(4) == 0 && !input.path(text(path.getFirst())).isMissingNode()) {
            edited = input.deepCopy().without(text(path.getFirst()));
          }
          JsonNode updated = edited;
          if (at(input, path).equals(at(updated, path))) {
            continue;
          }
          assertThatThrownBy(() -> check(schema, run, updated))
              .as("%s of %s: %s to %s", path, schema.text(), input, updated)
              .isInstanceOf(Refused.class);
          if (isTaken(schema, run, input.deepCopy().put("note", "new"))) {
            taken++;
          }
        }
      }
    }
    assertThat(taken).as("edits beside the mark").isGreaterThan(INPUTS * EDITS / 4);
  }

  private static boolean isTaken(Json schema, Run run, JsonNode updated) {
    try {
      check(schema, run, updated);
      return true;
    } catch (Refused e) {
      return false;
    }
  }

  private static void check(Json schema, Run run, JsonNode updated) {
    ToolInputs inputs =
        new ToolInputs() {
          @Override
          public List<Refusal.Fault> faults(String tool, Json input) {
            return List.of();
          }

          @Override
          public @Nullable List<String> writable(String tool, Json input) {
            return WritablePlaces.of(schema, input);
          }
        };
    String id = run.approvals().getFirst().id();
    Json edit = JsonTree.write(updated);
    EditCheck.checkInput(
        new EditPlaces(inputs),
        run,
        run.approvals().getFirst(),
        null,
        new SentDecision(id, true, null, edit, null, null, null, null, null, edit, false, 0, false),
        0);
  }

  private static Run asked(Bench bench, JsonNode input) {
    ToolCall call = new ToolCall("call_1", "bash", JsonTree.write(input));
    return bench.now(
        bench
            .outside
            .raise(
                "s",
                Bench.submission(RunHead.Driver.OUTSIDE),
                new ExternalGates.Gate(call, GateDraft.approval(call).because("?")),
                null,
                null)
            .run());
  }

  private ObjectNode object(int depth) {
    ObjectNode made = JsonTree.object();
    NAMES.stream().filter(_ -> random.nextBoolean()).forEach(name -> made.set(name, value(depth)));
    return made;
  }

  private JsonNode value(int depth) {
    return switch (random.nextInt(depth == 0 ? 3 : 6)) {
      case 0 -> JsonTree.of(new Json("null"));
      case 1 -> JsonTree.of(new Json("\"text\""));
      case 2 -> JsonTree.of(new Json("1"));
      case 3 -> {
        ArrayNode list = JsonTree.object().putArray("list");
        for (int i = random.nextInt(3); i > 0; i--) {
          list.add(value(depth - 1));
        }
        yield list;
      }
      default -> object(depth - 1);
    };
  }

  /** To a place that is there, or could be. */
  private List<Object> path(JsonNode input) {
    List<Object> path = new ArrayList<>();
    JsonNode here = input;
    do {
      boolean isList =
          here.isArray() || (!path.isEmpty() && !here.isObject() && random.nextInt(3) == 0);
      path.add(isList ? random.nextInt(here.size() + 1) : NAMES.get(random.nextInt(NAMES.size())));
      here = at(input, path);
    } while (path.size() < 4 && random.nextInt(3) > 0);
    return path;
  }

  private static String text(Object step) {
    return step.toString();
  }

  private static JsonNode at(JsonNode from, List<Object> path) {
    JsonNode here = from;
    for (Object step : path) {
      here = step instanceof Integer index ? here.path(index) : here.path(text(step));
    }
    return here;
  }

  /** With another value at the end of the path, and what has to be around it. */
  private JsonNode changed(JsonNode from, List<Object> path, int step) {
    if (step == path.size()) {
      return JsonTree.of(new Json(random.nextBoolean() ? "\"other\"" : "{\"other\":[1]}"));
    }
    if (path.get(step) instanceof Integer index) {
      ArrayNode list =
          from.isArray() ? (ArrayNode) from.deepCopy() : JsonTree.object().putArray("list");
      while (list.size() <= index) {
        list.addNull();
      }
      list.set(index, changed(list.get(index), path, step + 1));
      return list;
    }
    ObjectNode object = from.isObject() ? (ObjectNode) from.deepCopy() : JsonTree.object();
    String name = text(path.get(step));
    object.set(name, changed(object.path(name), path, step + 1));
    return object;
  }

  /** A schema that marks one place, and says so by some of the ways there are. */
  private final class Schema {
    private final ObjectNode definitions = JsonTree.object();

    Json of(List<Object> path) {
      ObjectNode root = to(path, 0);
      ObjectNode noted = JsonTree.object();
      noted.putObject("properties").putObject("note");
      noted.putArray("allOf").add(root);
      noted.set("$defs", definitions);
      return JsonTree.write(noted);
    }

    private ObjectNode to(List<Object> path, int step) {
      ObjectNode made = JsonTree.object();
      if (step == path.size()) {
        return wrapped(made.put("readOnly", true));
      }
      ObjectNode inner = to(path, step + 1);
      if (path.get(step) instanceof Integer index) {
        switch (random.nextInt(4)) {
          case 0 -> made.set("items", inner);
          case 1 -> made.set("contains", inner);
          default -> {
            ArrayNode list = made.putArray(random.nextBoolean() ? "prefixItems" : "items");
            for (int i = 0; i < index; i++) {
              list.addObject();
            }
            list.add(inner);
          }
        }
        return wrapped(made);
      }
      String name = text(path.get(step));
      made.putObject("properties").putObject("note");
      switch (random.nextInt(6)) {
        case 0 -> made.set("additionalProperties", inner);
        case 1 -> made.set("unevaluatedProperties", inner);
        case 2 -> made.putObject("patternProperties").set("^" + name.charAt(0), inner);
        case 3 -> made.putObject("patternProperties").set("^[rax].*$", inner);
        default -> made.withObject("/properties").set(name, inner);
      }
      return wrapped(made);
    }

    private ObjectNode wrapped(ObjectNode schema) {
      ObjectNode made = JsonTree.object();
      int number = definitions.size();
      switch (random.nextInt(24)) {
        case 0 -> made.putArray("allOf").add(schema);
        case 1 -> made.putArray("anyOf").addObject().put("type", "null");
        case 2 -> made.putArray("oneOf").add(schema).addObject();
        case 3 -> made.set("if", schema);
        case 4 -> made.set("then", schema);
        case 5 -> made.set("else", schema);
        case 6 -> made.putObject("dependentSchemas").set("role", schema);
        case 7 -> made.set("not", schema);
        case 8 -> made.putObject("x-own").set("default", schema);
        case 9 -> {
          definitions.set("a b" + number, schema);
          made.put("$ref", "#/$defs/a%20b" + number);
        }
        case 10 -> {
          definitions.set("n" + number, schema.put("$anchor", "n" + number));
          made.put("$ref", "#n" + number);
        }
        case 11 -> {
          definitions.set("d" + number, schema.put("$dynamicAnchor", "d" + number));
          made.put("$dynamicRef", "#d" + number);
        }
        case 12 -> {
          definitions.set("i" + number, schema.put("$id", "i" + number));
          made.put("$ref", "i" + number);
        }
        default -> {
          return schema;
        }
      }
      if (made.path("anyOf").isArray()) {
        ((ArrayNode) made.path("anyOf")).add(schema);
      }
      return made;
    }
  }
}
