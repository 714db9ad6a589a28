package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Rules and grants that say what a call goes to. */
@OnBothDatabases
class TargetRuleTest extends Acceptance {
  private record Home(TestDaemon daemon, Path workspaces) {}

  private static final Map<Database, Home> HOMES = new EnumMap<>(Database.class);
  private static final String RULES = "/v1/permission-rules";

  private final Path workspaces;
  private final String session = session();

  TargetRuleTest(Database database) {
    super(HOMES.computeIfAbsent(database, TargetRuleTest::start).daemon.http());
    workspaces = Objects.requireNonNull(HOMES.get(database)).workspaces;
  }

  private static Home start(Database database) {
    Path folder = Database.newFolder();
    return new Home(
        TestDaemon.start(folder, database.settings(Map.of())), folder.resolve("workspaces"));
  }

  @AfterAll
  static void stop() {
    HOMES.values().forEach(home -> home.daemon.close());
    HOMES.clear();
  }

  private static String request(String method, String url) {
    return Script.tool("http_request", json("{'method':'%s','url':'%s'}", method, url));
  }

  private static String command(String command) {
    return Script.tool("bash", json("{'command':'%s'}", command));
  }

  private static String edit(String path) {
    return Script.tool("edit_file", json("{'path':'%s','old':'old','new':'new'}", path));
  }

  private Path file(String name) {
    return workspaces.resolve(session).resolve(name);
  }

  private void put(String name) throws IOException {
    Files.createDirectories(Objects.requireNonNull(file(name).getParent()));
    Files.writeString(file(name), "old\n");
  }

  private JsonNode calls(String call) {
    return park(session, call, Script.SAY_LAST_RESULT);
  }

  private boolean asks(String call) {
    JsonNode run = calls(call);
    boolean asked = status(run).equals("waiting_for_approval");
    if (asked) {
      resolve(run, "deny", "").expect(202);
      awaitRun(id(run), "completed");
    }
    return asked;
  }

  private Http.Answer resolve(JsonNode run, String behavior, String more) {
    return http.post(
        "/v1/runs/" + id(run) + "/approvals",
        resolutions(one(approvalId(run), behavior, json(more))));
  }

  private JsonNode granted(JsonNode run, String grant) {
    String approval = approvalId(run);
    resolve(run, "allow", ",'grant':{" + grant + "}").expect(202);
    awaitRun(id(run), "completed");
    String rule = http.get("/v1/approvals/" + approval).json().at("/resolution/rule_id").asString();
    return http.get(RULES + "/" + rule).expect(200).json();
  }

  private List<String> keys(JsonNode run) {
    return texts(run.at("/pending_approvals/0/pattern_keys"));
  }

  private Http.Answer add(String members) {
    return http.post(
        RULES, json("{%s,'scope':{'kind':'session','id':'%s'}}", json(members), session));
  }

  @Test
  @DisplayName("PG-30 PG-34 a grant for a host lets its POST run and asks for all else")
  void PG_30_a_grant_for_a_host() {
    JsonNode run = calls(request("POST", "https://api.shop.invalid:9/v2/x?env=prod"));
    assertThat(keys(run))
        .containsExactly(
            "=POST https://api.shop.invalid:9/v2/x?env=prod",
            "POST https://api.shop.invalid:9/v2/x",
            "POST https://api.shop.invalid:9/*",
            "http_request");

    JsonNode rule =
        granted(run, "'scope':'session','pattern_key':'POST https://api.shop.invalid:9/*'");

    assertThat(text(rule, "target")).isEqualTo("POST https://api.shop.invalid:9/*");
    assertThat(text(rule, "explanation"))
        .startsWith(
            "Allows calls of http_request for POST request to https://api.shop.invalid:9/*");
    JsonNode passed = calls(request("POST", "HTTPS://api.shop.invalid:9/other"));
    assertThat(status(passed)).isEqualTo("completed");
    assertThat(http.get("/v1/runs/" + id(passed) + "/events").json().toString())
        .contains("permission_rule_applied", "\"target\":\"POST https://api.shop.invalid:9/*\"");
    for (String url :
        List.of(
            "https://api.shop.invalid:10/x",
            "http://api.shop.invalid:9/x",
            "https://a.api.shop.invalid:9/x",
            "https://api.shop.invalid:9/%2e%2e/x",
            "https://ada@api.shop.invalid:9/x")) {
      assertThat(asks(request("POST", url))).as(url).isTrue();
    }
    assertThat(asks(request("GET", "https://api.shop.invalid:9/x"))).isTrue();
  }

  @Test
  @DisplayName(
      "PG-34 a grant without a key stores the exact request; the tool's name all its calls")
  void PG_34_a_grant_without_a_key() {
    JsonNode exact =
        granted(calls(request("GET", "https://api.shop.invalid:9/a?b=1")), "'scope':'session'");

    assertThat(text(exact, "target")).isEqualTo("=GET https://api.shop.invalid:9/a?b=1");
    assertThat(asks(request("GET", "https://api.shop.invalid:9/a?b=2"))).isTrue();
    JsonNode dangerous = calls(request("DELETE", "https://api.shop.invalid:9/a"));
    assertThat(keys(dangerous)).containsExactly("=DELETE https://api.shop.invalid:9/a");
    assertThat(
            refused(
                    resolve(
                        dangerous,
                        "allow",
                        ",'grant':{'scope':'session','pattern_key':'http_request'}"),
                    400,
                    "approvals",
                    "approval_invalid_resolution")
                .toString())
        .contains("/grant/pattern_key");
    resolve(dangerous, "deny", "").expect(202);
    awaitRun(id(dangerous), "completed");
    JsonNode unread = calls(request("GET", "https://api.shop.invalid:9/{{secret:KEY}}"));
    assertThat(keys(unread)).isEmpty();
    refused(
        resolve(unread, "allow", ",'grant':{'scope':'session'}"),
        400,
        "approvals",
        "approval_invalid_resolution");
    resolve(unread, "deny", "").expect(202);
    awaitRun(id(unread), "completed");

    JsonNode all =
        granted(
            calls(request("GET", "https://api.shop.invalid:9/c")),
            "'scope':'session','pattern_key':'http_request'");
    assertThat(all.has("target")).isFalse();
    assertThat(asks(request("PUT", "https://api.shop.invalid:9/other"))).isFalse();
  }

  @Test
  @DisplayName("PG-34 of high risk the narrowest key alone is offered and granted")
  void PG_34_of_high_risk_the_narrowest_key_alone() {
    for (String[] dangerous :
        new String[][] {
          {
            request("GET", "http://127.0.0.1:9/a?b=1"),
            "=GET http://127.0.0.1:9/a?b=1",
            "GET http://127.0.0.1:9/*"
          },
          {request("GET", "http://127.0.0.1:9/a"), "=GET http://127.0.0.1:9/a", "http_request"},
          {edit(".env"), ".env", "edit_file"},
          {command("git push --force origin main"), "git push --force origin main", "git push *"}
        }) {
      JsonNode run = calls(dangerous[0]);
      assertThat(run.at("/pending_approvals/0/risk/level").asString()).isEqualTo("high");
      assertThat(keys(run)).containsExactly(dangerous[1]);
      Http.Answer wider =
          resolve(
              run, "allow", ",'grant':{'scope':'session','pattern_key':'" + dangerous[2] + "'}");
      assertThat(refused(wider, 400, "approvals", "approval_invalid_resolution").toString())
          .contains("/grant/pattern_key");
      resolve(run, "deny", "").expect(202);
      awaitRun(id(run), "completed");
    }
  }

  @Test
  @DisplayName("PG-34 what cannot be spelt exactly is not granted at all")
  void PG_34_what_cannot_be_spelt_exactly() {
    JsonNode run = calls(request("POST", "https://api.shop.invalid/v2/%25%34%31"));

    assertThat(keys(run)).isEmpty();
    refused(
        resolve(run, "allow", ",'grant':{'scope':'session'}"),
        400,
        "approvals",
        "approval_invalid_resolution");
    resolve(run, "deny", "").expect(202);
    awaitRun(id(run), "completed");
  }

  @Test
  @DisplayName("PG-05 a link that leads to a sensitive file makes the risk of its edit high")
  void PG_05_a_link_to_a_sensitive_file() throws IOException {
    put(".github/workflows/ci.yml");
    Files.createSymbolicLink(file("n"), Path.of(".github/workflows"));
    JsonNode run = calls(edit("n/ci.yml"));
    JsonNode risk = http.get("/v1/approvals/" + approvalId(run)).json().at("/request/risk");
    assertThat(text(risk, "level")).isEqualTo("high");
    assertThat(text(risk.at("/reasons/0"), "code")).isEqualTo("sensitive_path");
    resolve(run, "deny", "").expect(202);
    awaitRun(id(run), "completed");
  }

  @Test
  @DisplayName("PG-32 src/** lets files below src be edited, and no link leads out of it")
  void PG_32_a_grant_for_a_folder() throws IOException {
    put("src/a/b.ts");
    put("srcs/x");
    put("x");
    put("src/edit_file");
    Files.createSymbolicLink(file("src/out"), Path.of("../x"));
    Files.createSymbolicLink(file("in"), Path.of("src"));
    JsonNode run = calls(edit("src/a/b.ts"));
    assertThat(keys(run)).containsExactly("src/a/b.ts", "src/a/**", "edit_file");
    resolve(run, "deny", "").expect(202);
    awaitRun(id(run), "completed");
    JsonNode rule = add("'behavior':'allow','tool':'edit_file','target':'src/**'").json();

    assertThat(asks(edit("src/a/b.ts"))).isFalse();
    assertThat(Files.readString(file("src/a/b.ts"))).isEqualTo("new\n");
    assertThat(asks(edit("in/edit_file"))).as("a link that leads in").isFalse();
    assertThat(asks(edit("src/../x"))).isTrue();
    assertThat(asks(edit("src/out"))).as("a link that leads out of src").isTrue();
    assertThat(asks(edit("srcs/x"))).isTrue();
    Files.createSymbolicLink(file("src/far"), Path.of("/etc"));
    assertThat(asks(edit("src/far/passwd"))).as("a link that leads out of the workspace").isTrue();

    add("'behavior':'deny','tool':'edit_file','target':'srcs/**'").expect(201);
    for (String path : List.of("src/../x", "src/far/passwd", "srcs/x")) {
      JsonNode denied = calls(edit(path));
      assertThat(status(denied)).isEqualTo("completed");
      assertThat(lastWords(id(denied))).as(path).contains("\"denied\":true");
    }
    assertThat(Files.readString(file("x"))).isEqualTo("old\n");
    assertThat(http.get(RULES + "/" + text(rule, "rule_id")).json().path("uses")).hasToString("2");
  }

  @Test
  @DisplayName("PG-32 a deny rule holds for a link that another call of the turn makes")
  void PG_32_a_link_that_was_made_meanwhile() throws IOException {
    put("secret/key");
    add("'behavior':'deny','tool':'read_file','target':'secret/**'").expect(201);
    add("'behavior':'allow','tool':'bash'").expect(201);

    JsonNode run =
        park(
            session,
            Script.together(
                Script.bash("ln -s secret way"),
                Script.tool("read_file", json("{'path':'way/key'}"))),
            Script.SAY_LAST_RESULT);

    awaitRun(id(run), "completed");
    assertThat(lastWords(id(run))).contains("Nothing was done").doesNotContain("old");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      quoteCharacter = '`',
      textBlock =
          """
          'tool':'bash','command':'ls','target':'src/**'            ! not allowed together with command
          'tool':'bash','target':'src/**'                           ! is not allowed for this tool
          'tool':'edit_file','target':'../x'                        ! a path in the workspace
          'tool':'edit_file','target':'GET https://h.example/*'     ! a path in the workspace
          'tool':'Edit','target':'src/**'                           ! an absolute path
          'tool':'http_request','target':'POST https://*.com/*'     ! METHODS SCHEME://HOST
          'tool':'http_request','target':'src/**'                   ! METHODS SCHEME://HOST
          'tool':'http_request','target':'POST https://h/%25%34%31' ! METHODS SCHEME://HOST
          'tool':'acp:claude/Edit','target':'/a/**'                 ! is not allowed for this tool
          """)
  @DisplayName("PG-33 a target that cannot be is refused with pointer and what was expected")
  void PG_33_what_is_no_target(String members, String said) {
    for (String path : List.of(RULES, RULES + "/preview")) {
      Http.Answer answer =
          http.post(
              path,
              json(
                  "{'behavior':'allow',%s,'scope':{'kind':'session','id':'%s'}}",
                  json(members), session));
      assertThat(refused(answer, 400, "permissions", "invalid_permission_rule").toString())
          .contains("/target", said);
    }
    assertThat(http.get(RULES + "?session_id=" + session).json()).isEmpty();
  }

  @Test
  @DisplayName("PG-33 a preview with a target shows the calls that went there")
  void PG_33_a_preview() {
    asks(request("GET", "https://api.shop.invalid:9/a"));
    asks(edit("src/a.ts"));
    asks(edit("lib/a.ts"));
    asks(edit("./src//b.ts"));
    raise("edit_file", "{'path':'src/a.ts','old':'a','new':'b'}");

    JsonNode found =
        http.post(
                RULES + "/preview",
                json(
                    "{'behavior':'allow','tool':'*','target':'src/**','scope':{'kind':'session','id':'%s'}}",
                    session))
            .expect(200)
            .json();

    assertThat(found.path("examined").asInt()).isEqualTo(5);
    assertThat(found.path("matched").valueStream().map(one -> one.at("/input/path").asString()))
        .as("what a program elsewhere calls has no place here, so the rule will not match it")
        .containsExactly("./src//b.ts", "src/a.ts");
  }

  @Test
  @DisplayName("Claude Code's file tools and WebFetch have targets, other agents have none")
  void claude_code() {
    JsonNode raised =
        raise("Edit", "{'file_path':'/home/ada/shop/src/a.ts','old_string':'a','new_string':'b'}");
    assertThat(texts(raised.at("/request/pattern_keys")))
        .as("PG-34 whose folder is not known, so that the path may lead out of it")
        .containsExactly("/home/ada/shop/src/a.ts");
    assertThat(
            texts(
                raise("NotebookEdit", "{'notebook_path':'/n/a.ipynb'}")
                    .at("/request/pattern_keys")))
        .containsExactly("/n/a.ipynb", "/n/**", "NotebookEdit");
    assertThat(
            texts(
                raise("WebFetch", "{'url':'https://docs.example.com/a'}")
                    .at("/request/pattern_keys")))
        .startsWith("=GET https://docs.example.com/a");
    assertThat(
            texts(
                raise("Write", "{'file_path':'src/a.ts','content':''}")
                    .at("/request/pattern_keys")))
        .isEmpty();
    assertThat(
            texts(
                raise("edit_file", "{'path':'src/a.ts','old':'a','new':'b'}")
                    .at("/request/pattern_keys")))
        .as("a program elsewhere has no workspace here")
        .isEmpty();
    assertThat(texts(raise("acp:x/Edit", "{'file_path':'/a'}").at("/request/pattern_keys")))
        .containsExactly("external/acp:x/Edit");
  }

  private JsonNode raise(String tool, String input) {
    return http.post(
            "/v1/sessions/" + session + "/approval-requests",
            json("{'tool_name':'%s','reason':'r','input':%s}", tool, json(input)))
        .expect(201)
        .json();
  }
}
