package dev.holdpoint.agent.provider;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Calls that come in pieces. A piece belongs to the call of its index, unless it brings an id that
 * is not that call's: some who speak like OpenAI give every call the same index, or none.
 */
final class CallPieces {
  private final List<Piece> all = new ArrayList<>();
  private final Map<Integer, Piece> byIndex = new HashMap<>();

  private static final class Piece {
    private final String id;
    private String name = "";
    private final StringBuilder arguments = new StringBuilder();

    Piece(String id) {
      this.id = id;
    }
  }

  void add(JsonNode piece) {
    int index = piece.path("index").asInt(0);
    String id = piece.path("id").asString("");
    Piece call = byIndex.get(index);
    if (call == null || (!id.isEmpty() && !id.equals(call.id))) {
      call = new Piece(id);
      byIndex.put(index, call);
      all.add(call);
    }
    JsonNode function = piece.path("function");
    if (call.name.isEmpty()) {
      call.name = function.path("name").asString("");
    }
    call.arguments.append(function.path("arguments").asString(""));
  }

  List<ToolExecutionRequest> calls() {
    return all.stream()
        .map(
            call ->
                ToolExecutionRequest.builder()
                    .id(call.id)
                    .name(call.name)
                    .arguments(call.arguments.toString())
                    .build())
        .toList();
  }
}
