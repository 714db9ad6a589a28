package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.daemon.TestDaemon;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Which servers and tools a session sees, and whose credentials it may use. */
@OnOneDatabase
class McpScopeTest extends McpAcceptance {
  private static final String ECHO = "{'text':'hi'}";

  private final Path log;

  McpScopeTest(Database database) {
    Path log = Database.newFolder().resolve("log");
    super(
        TestDaemon.start(
            Database.newFolder(),
            database.settings(
                all(
                    List.of(
                        stage("desk", log, "ENV", "STAGE_KEY=key-of-the-desk"),
                        stage("plain", log))))));
    this.log = log;
  }

  @AfterEach
  void stop() {
    close();
  }

  /** A session with this scope, which is kept as it was sent. */
  private String scoped(String kind, String scope) {
    String session = trusting();
    String member = kind.replace('-', '_');
    JsonNode view = put(http, session, kind, "{'" + member + "':" + scope + "}").expect(200).json();
    assertThat(view.path(member).toString())
        .contains(json(scope).substring(1, json(scope).length() - 1));
    assertThat(http.get("/v1/sessions/" + session).expect(200).json().path(member))
        .isEqualTo(view.path(member));
    return session;
  }

  private void cannotCall(String session, String tool) {
    assertThat(text(call(session, tool, ECHO), "error"))
        .isEqualTo("There is no tool named " + tool + ".");
    assertThat(Files.exists(log)).isFalse();
  }

  private void canCall(String session, String tool) {
    assertThat(call(session, tool, ECHO).toString()).contains("hi");
  }

  @Test
  // K4-92: mcp_server_allow is accepted, kept and enforced.
  // K4-93: mcp_server_deny is.
  void a_scope_says_which_servers_are_seen() {
    String allowed = scoped("capability-scope", "{'mcp_server_allow':['plain']}");
    assertThat(tools(allowed)).contains("mcp__plain__echo").noneMatch(n -> n.contains("desk"));
    cannotCall(allowed, "mcp__desk__echo");

    String denied = scoped("capability-scope", "{'mcp_server_deny':['desk']}");
    assertThat(tools(denied)).contains("mcp__plain__echo").noneMatch(n -> n.contains("desk"));
    cannotCall(denied, "mcp__desk__echo");

    String none = scoped("capability-scope", "{'mcp_server_deny':['*']}");
    assertThat(tools(none)).isEmpty();
    canCall(denied, "mcp__plain__echo");
  }

  @Test
  // K4-94: mcp_tool_allow is accepted, kept and enforced, by any name of the tool.
  // K4-95: mcp_tool_deny is.
  void a_scope_says_which_tools_are_seen() {
    assertThat(tools(scoped("capability-scope", "{'mcp_tool_allow':['mcp__desk__echo']}")))
        .containsExactly("mcp__desk__echo");
    assertThat(tools(scoped("capability-scope", "{'mcp_tool_allow':['plain/hang']}")))
        .containsExactly("mcp__plain__hang");
    String bare = scoped("capability-scope", "{'mcp_tool_allow':['echo']}");
    assertThat(tools(bare)).containsExactly("mcp__desk__echo", "mcp__plain__echo");
    cannotCall(bare, "mcp__desk__typed");

    // What a server calls its own tools does not get them in under the name of another's.
    assertThat(
            tools(
                scoped(
                    "capability-scope",
                    "{'mcp_tool_allow':['mcp__plain__posing','plain/posing']}")))
        .isEmpty();

    String denied = scoped("capability-scope", "{'mcp_tool_deny':['desk/echo','hang']}");
    assertThat(tools(denied))
        .contains("mcp__plain__echo", "mcp__desk__typed")
        .doesNotContain("mcp__desk__echo", "mcp__desk__hang", "mcp__plain__hang");
    cannotCall(denied, "mcp__desk__echo");
    canCall(denied, "mcp__plain__echo");
  }

  @Test
  void a_session_sees_no_more_than_its_persona_whatever_names_they_use() {
    String session = trusting();
    http.post(
            "/v1/personas",
            json(
                "{'persona_id':'narrow','display_name':'Narrow','capability_scope':{'mcp_tool_allow':['echo','typed']}}"))
        .expect(201);
    put(http, session, "persona", "{'persona_id':'narrow'}").expect(200);
    put(
            http,
            session,
            "capability-scope",
            "{'capability_scope':{'mcp_tool_allow':['desk/echo','hang']}}")
        .expect(200);
    assertThat(tools(session)).containsExactly("mcp__desk__echo");
  }

  @Test
  // K4-105: mcp_server_allow of a credential scope is accepted, kept and enforced.
  // K4-106: mcp_server_deny is.
  // K4-109: a tool whose credential is denied is listed, and fails to resolve it.
  void a_server_whose_credential_is_denied_is_seen_and_not_called() {
    for (String scope : List.of("{'mcp_server_allow':['other']}", "{'mcp_server_deny':['desk']}")) {
      String session = scoped("credential-scope", scope);
      assertThat(tools(session)).contains("mcp__desk__echo", "mcp__plain__echo");
      assertThat(text(call(session, "mcp__desk__echo", ECHO), "error"))
          .contains(
              "credential of the MCP server 'desk' could not be resolved", "Nothing was sent");
    }
    // Not even somebody who would allow it is asked.
    String asking = session();
    put(http, asking, "credential-scope", "{'credential_scope':{'mcp_server_deny':['*']}}")
        .expect(200);
    JsonNode run = park(asking, Script.tool("mcp__desk__echo", json(ECHO)), Script.SAY_LAST_RESULT);
    assertThat(status(run)).isEqualTo("completed");
    assertThat(Files.exists(log)).isFalse();

    // Whoever has no credentials does not care.
    canCall(scoped("credential-scope", "{'mcp_server_deny':['*']}"), "mcp__plain__echo");
    canCall(scoped("credential-scope", "{'mcp_server_allow':['desk']}"), "mcp__desk__echo");
  }
}
