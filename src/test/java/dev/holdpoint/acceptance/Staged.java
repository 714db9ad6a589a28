package dev.holdpoint.acceptance;

import dev.holdpoint.Programs;
import dev.holdpoint.agent.stage.StageAgent;
import dev.holdpoint.blackbox.Http;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/** A daemon with agents of the stage kind, and words for what they are told to do. */
public final class Staged {
  private Staged() {}

  /**
   * Settings for the agent {@code stage}, and for {@code keeper}, which can load its sessions.
   *
   * @param sessions where the keeper keeps them
   */
  public static Map<String, String> settings(Path sessions) {
    Map<String, String> settings = new HashMap<>();
    put(settings, "STAGE", List.of());
    put(settings, "KEEPER", List.of(sessions.toString()));
    return settings;
  }

  /** With an agent more. */
  static void put(Map<String, String> settings, String name, List<String> arguments) {
    List<String> command = Programs.command(StageAgent.class, arguments.toArray(String[]::new));
    settings.put("HOLDPOINT_AGENTS_" + name + "_COMMAND", command.getFirst());
    settings.put(
        "HOLDPOINT_AGENTS_" + name + "_ARGS", String.join(" ", command.subList(1, command.size())));
  }

  /** Submits what the agent is to do; gives the run. */
  public static String tell(Http http, String session, String agent, String... steps) {
    return say(http, session, agent, "#stage [" + String.join(",", steps).replace('\'', '"') + "]");
  }

  public static String say(Http http, String session, String agent, String content) {
    String body =
        "{\"provider\":\"acp:%s\",\"content\":%s}"
            .formatted(agent, Acceptance.JSON.writeValueAsString(content));
    return http.post("/v1/sessions/" + session + "/runs", body)
        .expect(202)
        .json()
        .path("run_id")
        .asString();
  }

  public static JsonNode waiting(Http http, String run) {
    JsonNode now =
        http.await(
            "/v1/runs/" + run,
            r -> Acceptance.status(r).startsWith("waiting") || r.path("finished_at_ms").isNumber());
    if (now.path("finished_at_ms").isNumber()) {
      throw new AssertionError("the run has ended before it waited: " + now);
    }
    return now;
  }

  public static JsonNode ended(Http http, String run) {
    return http.await("/v1/runs/" + run, r -> r.path("finished_at_ms").isNumber());
  }

  /** All that the run has said, in one line. */
  public static String said(JsonNode run) {
    StringBuilder all = new StringBuilder();
    run.path("outputs").forEach(output -> all.append(output.path("content").asString()));
    return all.toString();
  }

  public static String permission(String callId, String path) {
    return ("{'method':'session/request_permission','params':{'toolCall':{'toolCallId':'%s',"
            + "'title':'Write %s','kind':'edit','rawInput':{'path':'%s'}},'options':["
            + "{'optionId':'once','name':'Yes','kind':'allow_once'},"
            + "{'optionId':'ever','name':'Always','kind':'allow_always'},"
            + "{'optionId':'no','name':'No','kind':'reject_once'}]}}")
        .formatted(callId, path, path);
  }

  public static String question(String prompt) {
    return ("{'method':'_sandboxagent/session/request_question','params':{'questionId':'%s',"
            + "'prompt':'%s','options':[['pg','Postgres'],['lite','SQLite']]}}")
        .formatted(UUID.randomUUID(), prompt);
  }

  public static String ask(String... requests) {
    return "{'ask':[" + String.join(",", requests) + "]}";
  }
}
