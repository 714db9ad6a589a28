package dev.holdpoint.acceptance;

import dev.holdpoint.blackbox.Http;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Words for tests of what is remembered. */
final class Memories {
  private Memories() {}

  static String learn(Http http, String scope, String kind, String content, String more) {
    String[] parts = scope.split(":", 2);
    return http.post("/v1/learnings", body(kind, parts[0], parts[1], content, more))
        .expect(201)
        .json()
        .path("learning_id")
        .asString();
  }

  static String fact(Http http, String session, String content) {
    return learn(http, "session:" + session, "fact", content, "");
  }

  static String body(String kind, String scopeKind, String scopeId, String content, String more) {
    return Acceptance.json(
            "{'kind':'%s','scope':{'kind':'%s','id':'%s'},'content':", kind, scopeKind, scopeId)
        + Acceptance.JSON.writeValueAsString(content)
        + more.replace('\'', '"')
        + "}";
  }

  static JsonNode context(Http http, String session, String query) {
    return http.get(path(session, "memory-context", query)).expect(200).json();
  }

  static JsonNode search(Http http, String session, String query) {
    return http.get(path(session, "memory-search", query)).expect(200).json();
  }

  static String path(String session, String what, String query) {
    return "/v1/sessions/%s/%s%s"
        .formatted(session, what, query.isEmpty() ? "" : "?query=" + Acceptance.encoded(query));
  }

  static List<String> learned(JsonNode context) {
    return ids(context.at("/learned_context/entries"), "learning_id");
  }

  static List<String> recovered(JsonNode context) {
    return ids(context.at("/recovered_memory/entries"), "run_id");
  }

  static List<String> found(JsonNode search) {
    return ids(search.path("results"), "source_id");
  }

  static List<String> ids(JsonNode list, String member) {
    return list.valueStream().map(one -> Acceptance.text(one, member)).toList();
  }
}
