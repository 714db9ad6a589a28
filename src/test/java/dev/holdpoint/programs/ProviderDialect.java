package dev.holdpoint.programs;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** How a program speaks with its model. */
enum ProviderDialect {
  ANTHROPIC("/messages") {
    @Override
    void read(JsonNode request, ProviderScript script) {
      for (JsonNode message : request.path("messages")) {
        if (!message.path("role").asString("").equals("user")) {
          continue;
        }
        JsonNode content = message.path("content");
        if (content.isString()) {
          script.prompt(content.asString());
        }
        for (JsonNode part : content) {
          switch (part.path("type").asString("")) {
            case "text" -> script.prompt(part.path("text").asString(""));
            case "tool_result" -> script.result(text(part.path("content")));
            default -> {}
          }
        }
      }
    }

    @Override
    String whole(ProviderScript.Turn turn) {
      ObjectNode message = message(turn.calls() ? "tool_use" : "end_turn");
      message.withArray("content").add(block(turn));
      return message.toString();
    }

    @Override
    String streamed(ProviderScript.Turn turn) {
      ObjectNode start = JSON.createObjectNode().put("type", "message_start");
      start.set("message", message(null));
      ObjectNode opened =
          JSON.createObjectNode().put("type", "content_block_start").put("index", 0);
      ObjectNode delta = JSON.createObjectNode().put("type", "content_block_delta").put("index", 0);
      ObjectNode block = block(turn);
      if (turn.calls()) {
        block.set("input", JSON.createObjectNode());
        delta
            .putObject("delta")
            .put("type", "input_json_delta")
            .put("partial_json", turn.input().toString());
      } else {
        block.put("text", "");
        delta.putObject("delta").put("type", "text_delta").put("text", turn.text());
      }
      opened.set("content_block", block);
      ObjectNode end = JSON.createObjectNode().put("type", "message_delta");
      end.putObject("delta")
          .put("stop_reason", turn.calls() ? "tool_use" : "end_turn")
          .putNull("stop_sequence");
      end.putObject("usage").put("output_tokens", 1);
      return event(start)
          + event(opened)
          + event(delta)
          + event(JSON.createObjectNode().put("type", "content_block_stop").put("index", 0))
          + event(end)
          + event(JSON.createObjectNode().put("type", "message_stop"));
    }

    private static ObjectNode message(@Nullable String stop) {
      ObjectNode message =
          JSON.createObjectNode()
              .put("id", "msg_1")
              .put("type", "message")
              .put("role", "assistant")
              .put("model", "claude-sonnet-4-5")
              .put("stop_reason", stop)
              .putNull("stop_sequence");
      message.putArray("content");
      message.putObject("usage").put("input_tokens", 1).put("output_tokens", 1);
      return message;
    }

    private static ObjectNode block(ProviderScript.Turn turn) {
      ObjectNode block = JSON.createObjectNode();
      if (turn.calls()) {
        block.put("type", "tool_use").put("id", "toolu_" + turn.number()).put("name", turn.tool());
        block.set("input", turn.input());
      } else {
        block.put("type", "text").put("text", turn.text());
      }
      return block;
    }
  },

  RESPONSES("/responses") {
    @Override
    void read(JsonNode request, ProviderScript script) {
      JsonNode input = request.path("input");
      if (input.isString()) {
        script.prompt(input.asString());
      }
      for (JsonNode item : input) {
        String type = item.path("type").asString("message");
        if (type.endsWith("_call_output")) {
          script.result(text(item.path("output")));
        } else if (item.path("role").asString("").equals("user")) {
          script.prompt(text(item.path("content")));
        }
      }
    }

    @Override
    String whole(ProviderScript.Turn turn) {
      ObjectNode response = response("completed");
      response.withArray("output").add(item(turn));
      return response.toString();
    }

    @Override
    String streamed(ProviderScript.Turn turn) {
      ObjectNode created = JSON.createObjectNode().put("type", "response.created");
      created.set("response", response("in_progress"));
      ObjectNode added =
          JSON.createObjectNode().put("type", "response.output_item.added").put("output_index", 0);
      added.set("item", item(turn));
      ObjectNode done =
          JSON.createObjectNode().put("type", "response.output_item.done").put("output_index", 0);
      done.set("item", item(turn));
      ObjectNode completed = JSON.createObjectNode().put("type", "response.completed");
      ObjectNode response = response("completed");
      response.withArray("output").add(item(turn));
      completed.set("response", response);
      return event(created) + event(added) + event(done) + event(completed);
    }

    private static ObjectNode response(String status) {
      ObjectNode response =
          JSON.createObjectNode()
              .put("id", "resp_1")
              .put("object", "response")
              .put("created_at", 1)
              .put("model", "gpt-5")
              .put("status", status);
      response.putArray("output");
      ObjectNode usage = response.putObject("usage");
      usage.put("input_tokens", 1).put("output_tokens", 1).put("total_tokens", 2);
      usage.putObject("input_tokens_details").put("cached_tokens", 0);
      usage.putObject("output_tokens_details").put("reasoning_tokens", 0);
      return response;
    }

    private static ObjectNode item(ProviderScript.Turn turn) {
      ObjectNode item = JSON.createObjectNode();
      if (turn.tool() != null) {
        // Codex has the tools of an MCP server in a space of names: mcp__holdpoint/ask_user.
        int space = turn.tool().indexOf('/');
        if (space > 0) {
          item.put("namespace", turn.tool().substring(0, space));
        }
        return item.put("type", "function_call")
            .put("id", "fc_" + turn.number())
            .put("call_id", turn.id())
            .put("status", "completed")
            .put("name", turn.tool().substring(space + 1))
            .put("arguments", turn.input().toString());
      }
      item.put("type", "message")
          .put("id", "msg_1")
          .put("role", "assistant")
          .put("status", "completed");
      ObjectNode text = item.putArray("content").addObject();
      text.put("type", "output_text").put("text", turn.text()).putArray("annotations");
      return item;
    }
  },

  CHAT("/chat/completions") {
    @Override
    void read(JsonNode request, ProviderScript script) {
      for (JsonNode message : request.path("messages")) {
        switch (message.path("role").asString("")) {
          case "user" -> script.prompt(text(message.path("content")));
          case "tool" -> script.result(text(message.path("content")));
          default -> {}
        }
      }
    }

    @Override
    String whole(ProviderScript.Turn turn) {
      return chunk(turn, "message", "chat.completion", true).toString();
    }

    @Override
    String streamed(ProviderScript.Turn turn) {
      ObjectNode end = chunk(turn, "delta", "chat.completion.chunk", true);
      ((ObjectNode) end.path("choices").path(0)).putObject("delta");
      return "data: "
          + chunk(turn, "delta", "chat.completion.chunk", false)
          + "\n\ndata: "
          + end
          + "\n\ndata: [DONE]\n\n";
    }

    private static ObjectNode chunk(
        ProviderScript.Turn turn, String member, String kind, boolean last) {
      ObjectNode chunk =
          JSON.createObjectNode()
              .put("id", "chatcmpl-1")
              .put("object", kind)
              .put("created", 1)
              .put("model", "gpt-5");
      ObjectNode choice = chunk.putArray("choices").addObject().put("index", 0);
      ObjectNode message = choice.putObject(member).put("role", "assistant");
      if (turn.calls()) {
        ObjectNode call = message.putNull("content").putArray("tool_calls").addObject();
        call.put("index", 0).put("id", turn.id()).put("type", "function");
        call.putObject("function")
            .put("name", turn.tool())
            .put("arguments", turn.input().toString());
      } else {
        message.put("content", turn.text());
      }
      choice.put("finish_reason", last ? turn.calls() ? "tool_calls" : "stop" : null);
      if (last) {
        chunk
            .putObject("usage")
            .put("prompt_tokens", 1)
            .put("completion_tokens", 1)
            .put("total_tokens", 2);
      }
      return chunk;
    }
  },

  GEMINI("enerateContent") {
    @Override
    void read(JsonNode request, ProviderScript script) {
      for (JsonNode content : request.path("contents")) {
        for (JsonNode part : content.path("parts")) {
          if (part.has("functionResponse")) {
            JsonNode response = part.path("functionResponse").path("response");
            script.result(
                response.has("output")
                    ? text(response.path("output"))
                    : response.has("error") ? text(response.path("error")) : response.toString());
          } else if (content.path("role").asString("").equals("user")) {
            script.prompt(part.path("text").asString(""));
          }
        }
      }
    }

    @Override
    String whole(ProviderScript.Turn turn) {
      ObjectNode answer = JSON.createObjectNode();
      ObjectNode candidate = answer.putArray("candidates").addObject();
      ObjectNode part =
          candidate.putObject("content").put("role", "model").putArray("parts").addObject();
      if (turn.calls()) {
        ObjectNode call = part.putObject("functionCall").put("name", turn.tool());
        call.set("args", turn.input());
      } else {
        part.put("text", turn.text());
      }
      candidate.put("finishReason", "STOP").put("index", 0);
      answer
          .putObject("usageMetadata")
          .put("promptTokenCount", 1)
          .put("candidatesTokenCount", 1)
          .put("totalTokenCount", 2);
      return answer.toString();
    }

    @Override
    String streamed(ProviderScript.Turn turn) {
      return "data: " + whole(turn) + "\n\n";
    }
  };

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final String path;

  ProviderDialect(String path) {
    this.path = path;
  }

  /** Null for a path at which no model answers. */
  static @Nullable ProviderDialect of(String path) {
    for (ProviderDialect dialect : values()) {
      if (path.endsWith(dialect.path)) {
        return dialect;
      }
    }
    return null;
  }

  abstract void read(JsonNode request, ProviderScript script);

  abstract String whole(ProviderScript.Turn turn);

  abstract String streamed(ProviderScript.Turn turn);

  String answer(JsonNode request, boolean streams) {
    ProviderScript script = new ProviderScript();
    if (request.at("/text/format/schema/required").toString().contains("outcome")) {
      // Codex in its own mode: a model reviews what nobody is asked about.
      ProviderScript.Turn review = ProviderScript.Turn.words("{\"outcome\":\"allow\"}", 1);
      return streams ? streamed(review) : whole(review);
    }
    read(request, script);
    ProviderScript.Turn turn = shell(script.next(), request.toString());
    if (turn.tool() != null && !offers(request.toString(), turn.tool())) {
      // A request beside the talk, such as one for a title.
      turn = ProviderScript.Turn.words("no such tool", turn.number());
    }
    return streams ? streamed(turn) : whole(turn);
  }

  /** A call of the shell as this program has it. */
  private static ProviderScript.Turn shell(ProviderScript.Turn turn, String request) {
    if (!ProviderScript.SHELL.equals(turn.tool())) {
      return turn;
    }
    String command = turn.input().path("command").asString();
    ObjectNode input = JSON.createObjectNode();
    for (String tool : List.of("Bash", "bash", "run_shell_command", "exec_command")) {
      if (offers(request, tool)) {
        switch (tool) {
          case "run_shell_command" -> input.put("command", command).put("is_background", false);
          case "exec_command" -> {
            input.put("cmd", command);
            // Codex asks nobody about what its sandbox contains; only for what writes it is left.
            if (!command.startsWith("echo ")) {
              input.put("sandbox_permissions", "require_escalated").put("justification", "d");
            }
          }
          default -> input.put("command", command).put("description", "d");
        }
        return new ProviderScript.Turn(tool, input, "", turn.number());
      }
    }
    return turn;
  }

  private static boolean offers(String request, String tool) {
    String name = tool.substring(tool.indexOf('/') + 1);
    return request.contains("\"name\":\"" + name + "\"");
  }

  private static String event(ObjectNode data) {
    return "event: " + data.path("type").asString("") + "\ndata: " + data + "\n\n";
  }

  /** Of a text, or of all parts that have one. */
  private static String text(JsonNode content) {
    if (content.isString()) {
      return content.asString();
    }
    if (content.isArray()) {
      return content
          .valueStream()
          .map(part -> part.path("text").asString(""))
          .collect(Collectors.joining("\n"));
    }
    return content.toString();
  }
}
