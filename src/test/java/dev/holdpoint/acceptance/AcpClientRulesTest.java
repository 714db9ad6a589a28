package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** PF-73: what clients may ask of an agent, with an agent that does all that it is asked. */
@OnOneDatabase
class AcpClientRulesTest extends AcpAcceptance {
  private static final String[] OPENING = {
    "session/new", "session/load", "session/resume", "session/fork"
  };
  private int ids = 100;

  AcpClientRulesTest(Database database) {
    super(database);
  }

  private Http.Answer ask(Http who, String server, String method, String params) {
    return who.post(ROOT + "/" + server, request(ids++, method, params));
  }

  private static void forbidden(Http.Answer answer, String pointer) {
    JsonNode problem = refused(answer, 403, "auth", "forbidden");
    assertThat(problem.at("/errors/0/pointer").asString()).isEqualTo(pointer);
    assertThat(text(problem, "detail")).contains("agents.", "Nothing was sent");
  }

  /** What the agent says of itself: its mode, and how many lines it has read. */
  private JsonNode state(String server, String session) {
    return ask(
            http,
            server,
            "session/prompt",
            json("'sessionId':'%s','prompt':[{'type':'text','text':'state'}]", session))
        .expect(200)
        .json()
        .at("/result/_meta");
  }

  private String start(String agent) {
    return start(http, agent);
  }

  private String start(Http who, String agent) {
    String server = "rules-" + agent;
    who.post(ROOT + "/" + server + "?agent=" + agent, request(1, "initialize", "")).expect(200);
    ask(who, server, "session/new", json("'cwd':'%s'", folder)).expect(200);
    return server;
  }

  /** A program that leaves a trace when it is started. */
  private Path program() throws IOException {
    Path program = folder.resolve("program");
    Files.writeString(program, "#!/bin/sh\ntouch '%s'\n".formatted(folder.resolve("ran")));
    return Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
  }

  private String opening(Path cwd, String more) {
    return json("'sessionId':'plain-1','cwd':'%s'%s", cwd, more);
  }

  private static String params(String method, String params) {
    return method.equals("session/new")
        ? params.replace(json("'sessionId':'plain-1',"), "")
        : params;
  }

  @Test
  void an_agents_token_has_no_program_started_and_no_folder_or_mode_changed() throws Exception {
    Http agent = as("agent");
    Path outside = Database.newFolder();
    String command =
        json(",'mcpServers':[{'name':'x','command':'%s','args':[],'env':[]}]", program());
    String http = ",'mcpServers':[{'type':'http','name':'x','url':'http://127.0.0.1:1/'}]";
    String server = start(agent, "plain");
    int lines = state(server, "plain-1").path("lines").asInt();

    for (String method : OPENING) {
      forbidden(
          ask(agent, server, method, params(method, opening(folder, command))),
          "/params/mcpServers");
      forbidden(
          ask(agent, server, method, params(method, opening(folder, json(http)))),
          "/params/mcpServers");
      forbidden(ask(agent, server, method, params(method, opening(outside, ""))), "/params/cwd");
      forbidden(
          ask(
              agent,
              server,
              method,
              params(method, opening(folder, json(",'additionalDirectories':['%s','/']", folder)))),
          "/params/additionalDirectories/1");
    }
    forbidden(ask(agent, server, "session/list", json("'cwd':'%s'", outside)), "/params/cwd");
    forbidden(
        ask(
            agent,
            server,
            "session/set_mode",
            "'sessionId':'plain-1','modeId':'bypassPermissions'"),
        "/params/modeId");
    for (String choice :
        new String[] {
          "'configId':'mode','value':'bypassPermissions'",
          "'configId':'careful','type':'boolean','value':false",
          "'configId':'unheard-of','value':'x'"
        }) {
      forbidden(
          ask(agent, server, "session/set_config_option", "'sessionId':'plain-1'," + choice),
          "/params/value");
    }

    JsonNode after = state(server, "plain-1");
    assertThat(after.path("lines").asInt()).isEqualTo(lines + 1);
    assertThat(after.path("mode").asString()).isEqualTo("guarded");
    assertThat(folder.resolve("ran")).doesNotExist();

    // Not even the agent is started for it.
    refused(
        agent.post(
            ROOT + "/never?agent=plain",
            request(1, "session/new", params("session/new", opening(folder, command)))),
        403,
        "auth",
        "forbidden");
    assertThat(this.http.get(ROOT).expect(200).json()).hasSize(1);
  }

  @Test
  void what_asks_for_nothing_special_goes_through() {
    Http agent = as("agent");
    String server = start(agent, "plain");
    for (String method : OPENING) {
      JsonNode result =
          ask(
                  agent,
                  server,
                  method,
                  params(
                      method,
                      opening(
                          folder,
                          json(
                              ",'mcpServers':[],'additionalDirectories':['%s'],"
                                  + "'_meta':{'claudeCode':{'options':{}}}",
                              WORKSPACES))))
              .expect(200)
              .json()
              .path("result");
      assertThat(result.at("/_meta/heard").has("_meta")).isFalse();
      assertThat(result.at("/_meta/heard/cwd").asString()).isEqualTo(folder.toString());
    }
    String nested =
        "'sessionId':'plain-1','prompt':[{'type':'text','text':'state','_meta':{'a':1}}],"
            + "'_meta':{'b':1}";
    assertThat(
            ask(agent, server, "session/prompt", nested)
                .expect(200)
                .json()
                .at("/result/_meta/heard")
                .toString())
        .doesNotContain("_meta");
    for (String mode : new String[] {"guarded", "plan"}) {
      ask(agent, server, "session/set_mode", "'sessionId':'plain-1','modeId':'" + mode + "'")
          .expect(200);
      assertThat(state(server, "plain-1").path("mode").asString()).isEqualTo(mode);
    }
    for (String choice :
        new String[] {
          "'configId':'mode','value':'plan'",
          "'configId':'mode','value':'guarded'",
          "'configId':'model','value':'large'",
          "'configId':'careful','type':'boolean','value':true"
        }) {
      ask(agent, server, "session/set_config_option", "'sessionId':'plain-1'," + choice)
          .expect(200);
    }
  }

  @Test
  void what_the_configuration_lets_operators_do_works() throws Exception {
    Http operator = as("operator");
    String server = start("free");
    String command =
        json(",'mcpServers':[{'name':'x','command':'%s','args':[],'env':[]}]", program());
    String meta = json(",'_meta':{'a':1}");
    assertThat(
            ask(
                    operator,
                    server,
                    "session/new",
                    params("session/new", opening(folder, command + meta)))
                .expect(200)
                .json()
                .at("/result/_meta/heard/_meta/a")
                .asInt())
        .isEqualTo(1);
    assertThat(folder.resolve("ran")).exists();
    String bypass = "'sessionId':'plain-1','modeId':'bypassPermissions'";
    ask(operator, server, "session/set_mode", bypass).expect(200);
    assertThat(state(server, "plain-1").path("mode").asString()).isEqualTo("bypassPermissions");
    ask(
            operator,
            server,
            "session/set_config_option",
            "'sessionId':'plain-1','configId':'careful','type':'boolean','value':false")
        .expect(200);
    forbidden(
        ask(operator, server, "session/set_mode", "'sessionId':'plain-1','modeId':'plan'"),
        "/params/modeId");
    forbidden(
        as("agent")
            .post(
                ROOT + "/own?agent=free",
                request(1, "session/new", params("session/new", opening(folder, command)))),
        "/params/mcpServers");
    delete(server).expect(204);

    String other = start("other");
    String address = ",'mcpServers':[{'type':'http','name':'x','url':'http://127.0.0.1:1/'}]";
    JsonNode made =
        ask(
                operator,
                other,
                "session/new",
                params("session/new", opening(newFolder(CLIENT_FOLDER), json(address))))
            .expect(200)
            .json();
    assertThat(made.at("/result/_meta/heard/mcpServers/0/url").asString()).startsWith("http:");
    forbidden(
        ask(operator, other, "session/new", params("session/new", opening(folder, command))),
        "/params/mcpServers/0");
    forbidden(
        ask(
            operator,
            other,
            "session/new",
            params(
                "session/new",
                opening(folder, json(address.replace("'name'", "'command':'/bin/true','name'"))))),
        "/params/mcpServers/0");
  }

  @Test
  void a_folder_is_the_one_to_which_links_lead() throws Exception {
    Path outside = Database.newFolder();
    Path link = Files.createSymbolicLink(folder.resolve("link"), outside);
    Path good = Files.createDirectory(folder.resolve("good"));
    Path there = Files.createSymbolicLink(folder.resolve("there"), good);
    String server = start("plain");
    for (Path cwd :
        new Path[] {
          link,
          folder.resolve("../../../../../../.."),
          folder.resolve("link/.."),
          Path.of("/proc"),
          outside.resolve("that-is-not-there")
        }) {
      forbidden(ask(http, server, "session/new", json("'cwd':'%s'", cwd)), "/params/cwd");
    }
    JsonNode made = ask(http, server, "session/new", json("'cwd':'%s'", there)).expect(200).json();
    assertThat(made.at("/result/_meta/heard/cwd").asString()).isEqualTo(good.toString());

    // Whatever is put in its place afterwards is not where the session may work.
    String session = made.at("/result/sessionId").asString();
    Files.delete(good);
    Files.writeString(outside.resolve("secret"), "s3cret");
    Files.createSymbolicLink(good, outside);
    int lines = state(server, "plain-1").path("lines").asInt();
    String prompt = "'sessionId':'%s','prompt':[{'type':'text','text':'read secret'}]";
    refused(ask(http, server, "session/prompt", json(prompt, session)), 403, "auth", "forbidden");
    assertThat(state(server, "plain-1").path("lines").asInt()).isEqualTo(lines + 1);
  }

  @Test
  void methods_and_members_that_are_not_of_the_protocol_reach_no_agent() {
    String server = start("plain");
    int lines = state(server, "plain-1").path("lines").asInt();
    for (String method :
        new String[] {"_plain/die", "session/fly", "providers/set", "nes/start", "mcp/message"}) {
      JsonNode error = ask(http, server, method, "").expect(200).json().path("error");
      assertThat(error.path("code").asInt()).as(method).isEqualTo(-32601);
      assertThat(text(error, "message")).contains("Agent Client Protocol");
      refused(send(server, notification(method, "")), 400, "api", "invalid_request");
    }
    refused(
        send(server, notification("session/new", json("'cwd':'%s'", folder))),
        400,
        "api",
        "invalid_request");
    assertThat(
            ask(http, server, "session/cancel", "'sessionId':'plain-1'")
                .expect(200)
                .json()
                .at("/error/code")
                .asInt())
        .isEqualTo(-32601);
    JsonNode unknown =
        refused(
            ask(http, server, "session/new", json("'cwd':'%s','permissionMode':'x'", folder)),
            400,
            "api",
            "invalid_request");
    assertThat(unknown.at("/errors/0/pointer").asString()).isEqualTo("/params/permissionMode");
    refused(
        send(server, json("{'jsonrpc':'2.0','id':1,'method':'session/new','params':[]}")),
        400,
        "api",
        "invalid_request");
    assertThat(state(server, "plain-1").path("lines").asInt()).isEqualTo(lines + 1);
  }
}
