package dev.holdpoint.blackbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.holdpoint.api.Endpoints;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.oidc.WilfulProvider;
import dev.holdpoint.store.EmbeddedPostgres;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Plants values through every door that takes one, uses and prints them in every way, fails with
 * them in hand, and then looks at every byte that the daemon wrote or says.
 *
 * <p>This test has failed when it should. With a message that said the second value in plain words,
 * it was found in the database, its log, the backup, all four artifacts of the turn, the lists of
 * runs and the streams; an approver's secret as the name of a tenant in the list of tenants and the
 * database; a file in a workspace that held the third value in base64 with a letter before it there
 * and in the backup. And it once found the end of a value with a tab in it, since {@code cat}
 * quotes the names it complains of piece by piece: a form that nobody promises to know.
 */
@ExtendWith(Seed.Named.class)
final class LeakIT {
  private static final JsonMapper JSON = new JsonMapper();

  /** What each needs escaping in some form, and none is part of another. */
  private static final String APPROVED = "Ap9/quoted\"back\\slash+and space%é-planted-by-approve";

  private static final String PUT = "Pu7tokenlikevalue.Abc-def_ghi~planted-by-put-0123456789";
  private static final String SAID = "Sa5 multi part&value=with?signs#planted-by-message-42";
  private static final String REFUSED = "Re3fused-value-that-never-was-let-in-4711-xyzzy";
  private static final String REDEEMER = "Rk8-of-a-runner-kept-with-its-job-0815";
  private static final List<String> ALIASES = List.of("A", "B", "C");

  @TempDir private Path folder;

  private final List<String> ids = new ArrayList<>();
  private final List<String> refusals = new ArrayList<>();

  private String[] arguments(Database database, WilfulProvider provider) throws IOException {
    Path config = folder.resolve("leak.yaml");
    Files.writeString(
        config,
        """
        log:
          level: trace
          format: json
        debug:
          capture: full
        outbound:
          allow_private_addresses: true
        witness:
          file: %s
        oidc:
          issuer: %s
          client_id: %s
          roles:
            operator: [ops]
        """
            .formatted(witness(), provider.issuer(), WilfulProvider.CLIENT));
    return Stream.concat(
            Arrays.stream(database.arguments()), Stream.of("--config", config.toString()))
        .toArray(String[]::new);
  }

  private Path witness() {
    return folder.resolve("witness.ndjson");
  }

  /** Says back all that it was sent, as a badly made service would. */
  private static HttpServer startEcho() throws IOException {
    HttpServer echo =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    echo.createContext(
        "/",
        exchange -> {
          String said =
              exchange.getRequestURI()
                  + "\n"
                  + exchange.getRequestHeaders().entrySet()
                  + "\n"
                  + new String(exchange.getRequestBody().readAllBytes(), UTF_8);
          byte[] bytes = said.getBytes(UTF_8);
          exchange.getResponseHeaders().set("X-Echo", exchange.getRequestURI().toString());
          exchange.sendResponseHeaders(said.contains("/fail") ? 500 : 200, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    echo.start();
    return echo;
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  @DisplayName(
      "PF-89 S1-38 S1-115 no value is in anything that the daemon wrote or says, in any form")
  void nothing_planted_is_found(Database database) throws Exception {
    search(database, 1);
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  @DisplayName("PF-89 S1-38 S1-115 the same with every value in every form")
  @Tag("long")
  void nothing_planted_is_found_whatever_it_is(Database database) throws Exception {
    search(database, ALIASES.size());
  }

  /**
   * @param values with how many of the values each form is tried
   */
  private void search(Database database, int values) throws Exception {
    HttpServer echo = startEcho();
    String echoUrl = "http://127.0.0.1:" + echo.getAddress().getPort();
    WilfulProvider provider = new WilfulProvider();
    String[] arguments = arguments(database, provider);
    try (provider;
        DaemonProcess daemon =
            DaemonProcess.start(
                folder, Map.of("HOLDPOINT_OIDC_CLIENT_SECRET", WilfulProvider.SECRET), arguments)) {
      Host host = Host.of(daemon.http(), System::currentTimeMillis);
      ids.add(host.tenant());
      Leaks leaks =
          new Leaks()
              .plant("approved", APPROVED)
              .plant("put", PUT)
              .plant("said", SAID)
              .plant("refused", REFUSED)
              .plant("approver's secret", host.approver().known())
              .plant("approver's secret text", Approver.base64url(host.approver().known()))
              .plant("service key", String.valueOf(host.adapter().token()));
      assertThat(leaks.forms()).isGreaterThan(80);

      use(host, leaks, echoUrl, values);
      fail(host, leaks);
      prove(host, leaks);
      signIn(new Http(daemon.address(), null), host.admin(), provider, leaks);
      // S1-115
      assertThat(refusals).isNotEmpty().doesNotContain("");
      assertThat(daemon.log()).as("what is refused is found again").contains(refusals);
      say(daemon, host, leaks);
      searchDisk(daemon, leaks);
      searchDatabase(arguments, leaks);
      assertThat(leaks.searchZip("backup", backup(daemon))).isPositive();
      assertThat(daemon.terminate()).isZero();
      searchDisk(daemon, leaks);
      assertThat(witness()).content().contains("holdpoint-witness/1");
      leaks.search("witness", Files.readAllBytes(witness()));

      assertThat(leaks.found()).isEmpty();
    } finally {
      echo.stop(0);
    }
  }

  /** Hands the values over in the three ways, and lets tools print them in every form. */
  private void use(Host host, Leaks leaks, String echoUrl, int values) {
    String conversation = host.conversation();
    leaks.search(
        "answer to PUT",
        host.adapter()
            .send("PUT", "/conversations/" + conversation + "/secrets", secrets("B", PUT), _ -> {})
            .expect(200)
            .text());
    List<String> lines = new ArrayList<>();
    lines.add(asksForSecret());
    List<List<String>> byAlias =
        ALIASES.stream()
            .map(alias -> "{{secret:" + alias + "}}")
            // What is large comes last: every turn is captured with all that was said before.
            .map(
                secret ->
                    concat(Stream.of(printed(secret), requested(secret, echoUrl), cutOff(secret))))
            .toList();
    int turn = Seed.random("leaks").nextInt(ALIASES.size());
    for (int form = 0; form < byAlias.getFirst().size(); form++) {
      for (int value = 0; value < values; value++) {
        lines.add(byAlias.get((turn + form + value) % ALIASES.size()).get(form));
      }
    }
    lines.add(Script.say("done with {{secret:A}}"));
    lines.add("{\"say_request\":true}");
    ObjectNode message = Host.content(lines.toArray(String[]::new));
    message.putObject("secrets").put("C", SAID);
    try (Ndjson stream =
        Ndjson.post(
            host.adapter(), "/conversations/" + conversation + "/messages", message.toString())) {
      boolean first = true;
      for (JsonNode line = stream.next();
          !List.of("message_end", "error").contains(line.path("type").asString());
          line = stream.next()) {
        if (line.path("type").asString().equals("approval_required")) {
          Host.Parked parked =
              new Host.Parked(
                  conversation,
                  line.path("message_id").asString(),
                  line.at("/data/approval/id").asString());
          ids.add(parked.approval());
          Http.Answer answer = first ? host.approve(parked, "A", APPROVED) : host.approve(parked);
          leaks.search("answer to approve", answer.expect(200).text());
          first = false;
          if (!ids.contains(conversation)) {
            ids.addAll(List.of(conversation, parked.message(), parked.run()));
          }
        }
      }
      leaks.search("stream of the message", String.join("\n", stream.taken()));
      String all = String.join("\n", stream.taken());
      assertThat(all)
          .as("the values were really used, and taken out")
          .contains("[secret:A]", "[secret:B]", "[secret:C]");
    }
  }

  private static List<String> concat(Stream<List<String>> all) {
    return all.flatMap(List::stream).toList();
  }

  private static String secrets(String alias, String value) {
    ObjectNode body = JSON.createObjectNode();
    body.putObject("secrets").put(alias, value);
    return body.toString();
  }

  private static String asksForSecret() {
    ObjectNode input = JSON.createObjectNode().put("reason", "needs it");
    input
        .putArray("requested_items")
        .addObject()
        .put("kind", "secret")
        .put("description", "d")
        .put("alias", "A");
    return Script.tool("request_approval", input);
  }

  /** Commands that print a value, each in another form and place. */
  private static List<String> printed(String secret) {
    String hex = "printf %s " + secret + " | od -An -v -tx1 | tr -d ' \\n'";
    return List.of(
        Script.bash("printf '%s\\n' " + secret + "; printf '%s\\n' " + secret + " >&2"),
        Script.bash("printf %s " + secret + " | base64 -w0"),
        Script.bash("printf 'x%s' " + secret + " | base64"),
        Script.bash("printf 'xy%s' " + secret + " | base64 -w0 | tr '+/' '-_' | tr -d '='"),
        Script.bash(hex),
        Script.bash(hex + " | tr a-f A-F"),
        Script.bash(hex + " | sed 's/../%&/g'"),
        Script.bash(
            "printf '{\"v\":\"%s\"}' \"$(printf %s " + secret + " | sed 's/[\"\\\\]/\\\\&/g')\""),
        // Byte by byte, so that no read gets it whole.
        Script.bash("v=" + secret + "; for i in $(seq 0 ${#v}); do printf %s \"${v:$i:1}\"; done"),
        Script.bash("printf %s " + secret + "; exit 3"),
        Script.bash("printf %s " + secret + "; sleep 30", 300),
        Script.bash("cat /no/such/" + secret),
        Script.bash("set -x; true " + secret));
  }

  /** On the border at which the output is cut, at several places of the value. */
  private static List<String> cutOff(String secret) {
    return List.of(
        Script.bash("head -c 65526 /dev/zero | tr '\\0' x; printf %s " + secret),
        Script.bash("head -c 65500 /dev/zero | tr '\\0' x; printf %s " + secret),
        Script.bash(
            "head -c 65535 /dev/zero | tr '\\0' x; printf %s "
                + secret
                + " >&2; printf %s "
                + secret));
  }

  private static List<String> requested(String secret, String url) {
    return List.of(
        request(url + "/a?key=" + secret, "", ""),
        request(url + "/b", secret, ""),
        request(url + "/c", "", "{\"key\":\"" + secret + "\"}"),
        request(url + "/fail?key=" + secret, secret, secret),
        // Nobody listens there; what cannot be sent must not be told either.
        request("http://127.0.0.1:1/" + secret, secret, secret),
        request("http://no-such-host.invalid/" + secret, "", ""),
        request("ftp://127.0.0.1/" + secret, "", ""));
  }

  private static String request(String url, String header, String body) {
    ObjectNode input = JSON.createObjectNode().put("method", "POST").put("url", url);
    if (!header.isEmpty()) {
      input.putObject("headers").put("X-Api-Key", header);
    }
    if (!body.isEmpty()) {
      input.put("body", body);
    }
    return Script.tool("http_request", input);
  }

  /** Requests that carry a value and are refused. */
  private void fail(Host host, Leaks leaks) {
    Host.Parked parked = host.parkIn(host.conversation(), asksForSecret(), Script.say("x"));
    ids.add(parked.approval());
    ObjectNode good = host.approver().body(parked.approval(), "approve", host.soon(), "A", REFUSED);
    String text = good.toString();
    List<Http.Answer> answers = new ArrayList<>();
    answers.add(host.adapter().post(parked.deny(), text));
    answers.add(host.adapter().post(parked.approve(), text.replace("\"A\"", "\"UNASKED\"")));
    answers.add(host.adapter().post(parked.approve(), text.replace("\"A\"", "\"lower\"")));
    answers.add(host.adapter().post(parked.approve(), text.substring(0, text.length() - 3)));
    answers.add(host.adapter().post(parked.approve(), text + REFUSED));
    answers.add(
        host.adapter().post(parked.approve(), text.replace("{\"A\":", "{\"A\":\"1\",\"A\":")));
    answers.add(host.adapter().post(parked.approve(), good.deepCopy().put("note", 7).toString()));
    answers.add(
        host.adapter().post(parked.approve(), text.replace("\"exp\":", "\"exp\":\"x\",\"y\":")));
    answers.add(host.adapter().post("/approvals/apr_0/approve", text));
    answers.add(host.adapter().as("sk_int_nobody").post(parked.approve(), text));
    answers.add(host.adapter().post(parked.approve(), secrets("A", REFUSED.repeat(2_000))));
    answers.add(host.adapter().send("PUT", parked.secrets(), secrets("lower", REFUSED), _ -> {}));
    answers.add(
        host.adapter()
            .send("PUT", parked.secrets(), secrets("A", REFUSED).replace("}}", ""), _ -> {}));
    answers.add(
        host.adapter().send("PUT", "/conversations/con_0/secrets", secrets("A", REFUSED), _ -> {}));
    answers.add(
        host.admin()
            .post(
                host.path("/approver-keys"),
                "{\"algorithm\":\"hmac-sha256\",\"secret\":\"" + REFUSED + "!\"}"));
    answers.add(
        host.admin()
            .post(
                host.path("/approver-keys"),
                "{\"algorithm\":\"none\",\"secret\":\"" + REFUSED + "\"}"));
    host.deny(parked).expect(200);
    answers.add(host.adapter().post(parked.approve(), text));
    for (Http.Answer answer : answers) {
      assertThat(answer.status()).as(answer.text()).isBetween(400, 499);
      leaks.search("refusal " + answer.status(), answer.text());
      refusals.add(answer.json().path("request_id").asString());
    }
    assertThat(host.aliases(parked.conversation())).isEmpty();
  }

  /**
   * What is shown once, or is its owner's alone: tokens, codes of invitations, challenges, the keys
   * of those who redeem a permit, and permits that were used.
   */
  private void prove(Host host, Leaks leaks) {
    String page = "http://localhost:" + host.admin().address().getPort();
    Http admin = new Http(page, String.valueOf(host.admin().token()));
    Http.Answer token = admin.post("/v1/tokens", "{\"name\":\"leak\",\"role\":\"agent\"}");
    leaks.plant("token", token.expect(201).json().path("token").asString());
    String url =
        admin
            .post(host.path("/approver-keys/enrollments"), "{\"principal\":\"ada\"}")
            .expect(201)
            .json()
            .path("url")
            .asString();
    String code = url.substring(url.indexOf('#') + 1);
    String challenge =
        admin.post("/v1/passkeys/challenges", null).expect(201).json().path("challenge").asString();
    leaks.plant("code of an invitation", code).plant("challenge", challenge);
    String body =
        new Authenticator(Authenticator.Kind.ES256, page)
            .registers(challenge)
            .put("enrollment_code", code)
            .toString();
    leaks.search("passkey", admin.as(null).post("/v1/passkeys", body).expect(201).text());
    Http.Answer again = admin.as(null).post("/v1/passkeys", body);
    assertThat(again.status()).isBetween(400, 499);
    leaks.search("passkey again", again.text());

    admin.session("proof");
    JsonNode raised =
        admin
            .post(
                "/v1/sessions/proof/approval-requests",
                "{\"tool_name\":\"deploy\",\"input\":{\"to\":\"prod\"},\"reason\":\"release\","
                    + "\"permit\":{\"audience\":\"ci\"}}")
            .expect(201)
            .json();
    String approval = raised.at("/request/id").asString();
    admin
        .post("/v1/runs/" + raised.path("run_id").asString() + "/approvals", Http.allow(approval))
        .expect(202);
    String permit = "/v1/permits/prm_" + approval.substring(4);
    ids.add("prm_" + approval.substring(4));
    String jws = admin.get(permit).expect(200).json().path("permit").asString();
    leaks.plant("permit", jws.substring(jws.lastIndexOf('.') + 1)).plant("redeemer key", REDEEMER);
    String redeem =
        "{\"permit\":\"%s\",\"redeemer_key\":\"%s\",\"audience\":\"ci\",\"tool_name\":\"deploy\",\"input\":%s}";
    for (String refused :
        List.of(
            redeem.formatted(jws, REDEEMER, "{\"to\":\"" + REFUSED + "\"}"),
            redeem.formatted(jws + "AAAA", REDEEMER, "{\"to\":\"prod\"}"))) {
      Http.Answer answer = admin.post(permit + "/redeem", refused);
      assertThat(answer.status()).as(answer.text()).isBetween(400, 499);
      leaks.search("refusal " + answer.status(), answer.text());
    }
    leaks.search(
        "redemption",
        admin
            .post(permit + "/redeem", redeem.formatted(jws, REDEEMER, "{\"to\":\"prod\"}"))
            .expect(200)
            .text());
    leaks.search(
        "result",
        admin
            .post(
                permit + "/result",
                "{\"redeemer_key\":\"" + REDEEMER + "\",\"outcome\":\"succeeded\"}")
            .expect(200)
            .text());
    assertThat(admin.get("/v1/audit/export").expect(200).text())
        .as("there is something to be searched")
        .contains("\"type\":\"evidence\"", "token.create", "enrollment.create", "passkey.create");
  }

  /**
   * All that a browser and a provider have of a sign-in; of each, one that is taken and some not.
   */
  private static void signIn(Http nobody, Http admin, WilfulProvider provider, Leaks leaks)
      throws Exception {
    leaks
        .plant("secret of the client", WilfulProvider.SECRET)
        .plant("access token", provider.accessToken);
    for (boolean isGood : new boolean[] {true, false}) {
      Http.Answer start = nobody.get("/ui/oidc/start").expect(302);
      Map<String, String> asked =
          WilfulProvider.form(URI.create(start.header("Location")).getRawQuery());
      String cookie = start.header("Set-Cookie").replaceFirst(";.*", "");
      String[] kept = cookie.substring(cookie.indexOf('=') + 1).split("\\.", -1);
      assertThat(kept).hasSize(3);
      leaks.plant("state", kept[0]).plant("nonce", kept[1]).plant("verifier", kept[2]);
      // Without an address, so that the daemon asks with the access token for one.
      provider.userInfo = Map.of("sub", "sub-ada", "email", "a@b.example", "email_verified", true);
      String token =
          provider.signed(provider.claims(isGood ? kept[1] : "other").claim("email", null).build());
      String code = provider.code(asked.getOrDefault("code_challenge", ""), token);
      leaks
          .plant("code of the provider", code)
          .plant("ID token", token.substring(token.lastIndexOf('.') + 1));
      String back = "/ui/oidc/callback?code=" + code + "&state=";
      for (String state : List.of(kept[0] + "x", kept[0], kept[0])) {
        Http.Answer answer =
            nobody.send("GET", back + state, null, request -> request.header("Cookie", cookie));
        leaks.search("way back", answer.header("Location") + answer.text());
        answer.response().headers().allValues("Set-Cookie").stream()
            .map(set -> set.replaceFirst(";.*", ""))
            .filter(set -> !set.contains("-return=") && !set.endsWith("="))
            .forEach(
                set -> {
                  leaks.plant("cookie of a person", set.substring(set.indexOf('=') + 1));
                  leaks.search("person", me(nobody, set).expect(200).text());
                });
      }
      leaks.search(
          "logout",
          nobody
              .send(
                  "POST",
                  "/ui/oidc/logout",
                  "logout_token=" + token,
                  request -> request.setHeader("Content-Type", "application/x-www-form-urlencoded"))
              .expect(400)
              .text());
    }
    assertThat(admin.get("/v1/people").expect(200).text())
        .as("a person is in")
        .contains("a@b.example");
    String link = admin.post("/v1/sign-in-links", null).expect(201).json().path("url").asString();
    String linked = link.substring(link.indexOf('#') + 1);
    leaks.plant("code of a link", linked);
    for (int status : new int[] {201, 401}) {
      Http.Answer answer =
          nobody.post("/v1/web-sessions", "{\"code\":\"" + linked + "\"}").expect(status);
      leaks.search("link", answer.text());
      answer
          .response()
          .headers()
          .firstValue("Set-Cookie")
          .ifPresent(
              set ->
                  leaks.plant(
                      "cookie of a link", set.substring(set.indexOf('=') + 1, set.indexOf(';'))));
    }
  }

  private static Http.Answer me(Http nobody, String cookie) {
    return nobody.send("GET", "/v1/me", null, request -> request.header("Cookie", cookie));
  }

  /** Everything that can be read, by whoever may read it. */
  private void say(DaemonProcess daemon, Host host, Leaks leaks) throws IOException {
    JsonNode run = host.admin().run(find("run_"));
    ids.add(run.path("session_id").asString());
    Map<String, String> byName =
        Map.of(
            "session_id", run.path("session_id").asString(),
            "run_id", find("run_"),
            "approval_id", find("apr_"),
            "permit_id", find("prm_"),
            "conversation_id", find("con_"),
            "tenant_id", host.tenant(),
            "key_id", host.approver().keyId(),
            "alias", "A",
            "slug", "not-found");
    int read = 0;
    List<String> streams = new ArrayList<>();
    for (Endpoint endpoint : Endpoints.ALL) {
      if (endpoint.method() != Endpoint.Method.GET) {
        continue;
      }
      String path = endpoint.path();
      for (Map.Entry<String, String> each : byName.entrySet()) {
        path = path.replace("{" + each.getKey() + "}", each.getValue());
      }
      path = path.replaceAll("\\{[a-z_]+}", "x");
      if (path.endsWith("/stream")) {
        streams.add(path);
      } else {
        for (Http by : List.of(host.admin(), host.adapter())) {
          leaks.search(path, by.get(path + "?query=x").text());
          leaks.search(path, by.get(path).text());
        }
      }
      read++;
    }
    assertThat(read).isGreaterThan(60);
    for (String path : streams) {
      leaks.search(path, streamed(host, path));
    }
    String debug = "/v1/runs/" + find("run_") + "/debug";
    JsonNode artifacts = host.admin().get(debug).expect(200).json().path("artifacts");
    assertThat(artifacts).as("there is something to be searched").isNotEmpty();
    for (JsonNode artifact : artifacts) {
      String path = debug + "/artifacts/" + artifact.path("artifact_id").asString();
      leaks.search(path, host.admin().get(path).expect(200).text());
    }
    leaks.search("log", daemon.log());
  }

  private String find(String prefix) {
    return ids.stream().filter(id -> id.startsWith(prefix)).findFirst().orElseThrow();
  }

  /** All frames of a stream from the beginning up to the last that there is. */
  private static String streamed(Host host, String path) {
    boolean ambient = path.startsWith("/api");
    String session = host.admin().get("/v1/sessions").json().path(0).path("session_id").asString();
    try (Sse stream =
        host.admin().stream(path + (ambient ? "?session_id=" + session : "?cursor=0"))) {
      if (path.startsWith("/api/chat")) {
        return "";
      }
      if (ambient) {
        stream.next();
      } else {
        long last = last(host.admin(), path);
        stream.next(frame -> frame.id() != null && frame.number() >= last);
      }
      StringBuilder all = new StringBuilder();
      stream.taken().forEach(frame -> all.append(frame.text()).append('\n'));
      return all.toString();
    }
  }

  /** The id of the last event that this stream has to show. */
  private static long last(Http http, String stream) {
    String events = stream.replace("/stream", "");
    if (events.equals("/v1/events")) {
      String session = "last-" + System.nanoTime();
      http.session(session);
      String run = http.submit(session, Script.say("the end"));
      http.awaitRun(run, "completed");
      events = "/v1/runs/" + run;
    }
    JsonNode all = http.get(events + "/events").expect(200).json();
    return (all.isArray() ? all : all.path("run_events"))
        .valueStream()
        .mapToLong(event -> Long.parseLong(event.path("event_id").asString()))
        .max()
        .orElseThrow();
  }

  private void searchDisk(DaemonProcess daemon, Leaks leaks) throws IOException {
    // No command above writes a value to a file, so nothing in the folder is left out.
    assertThat(leaks.searchFiles(daemon.data(), _ -> false)).isGreaterThan(5);
    try (Stream<Path> logs = Files.list(folder)) {
      for (Path log : logs.filter(path -> path.toString().endsWith(".log")).toList()) {
        leaks.search(log.getFileName().toString(), Files.readAllBytes(log));
      }
    }
  }

  /** PostgreSQL keeps its files to itself, so its rows are read as text. */
  private static void searchDatabase(String[] arguments, Leaks leaks) throws SQLException {
    List<String> all = List.of(arguments);
    if (!all.contains("--database")) {
      return;
    }
    URI url = URI.create(all.get(all.indexOf("--database") + 1));
    String jdbc =
        "jdbc:postgresql://%s:%d%s?user=%s"
            .formatted(
                url.getHost(), url.getPort(), url.getPath(), url.getUserInfo().split(":", -1)[0]);
    try (Connection connection = DriverManager.getConnection(jdbc);
        Statement statement = connection.createStatement()) {
      List<String> tables = new ArrayList<>();
      try (ResultSet rows =
          statement.executeQuery(
              "SELECT schemaname || '.' || tablename FROM pg_tables"
                  + " WHERE schemaname NOT IN ('pg_catalog', 'information_schema')")) {
        while (rows.next()) {
          tables.add(rows.getString(1));
        }
      }
      assertThat(tables).hasSizeGreaterThan(5);
      for (String table : tables) {
        try (ResultSet rows = statement.executeQuery("SELECT t::text FROM " + table + " t")) {
          while (rows.next()) {
            leaks.search("table " + table, rows.getString(1));
          }
        }
      }
    }
    assertThat(EmbeddedPostgres.shared()).isNotNull();
  }

  private static byte[] backup(DaemonProcess daemon) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(daemon.address() + "/v1/backups"))
            .header("Authorization", "Bearer " + daemon.adminToken())
            .POST(HttpRequest.BodyPublishers.noBody())
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
      if (response.statusCode() == 200) {
        return response.body();
      }
      // The rows are PostgreSQL's to back up; the daemon gives the files alone.
      HttpRequest files =
          HttpRequest.newBuilder(URI.create(daemon.address() + "/v1/backups?files_only=true"))
              .header("Authorization", "Bearer " + daemon.adminToken())
              .POST(HttpRequest.BodyPublishers.noBody())
              .build();
      HttpResponse<byte[]> second = client.send(files, HttpResponse.BodyHandlers.ofByteArray());
      assertThat(second.statusCode()).isEqualTo(200);
      return second.body();
    }
  }
}
