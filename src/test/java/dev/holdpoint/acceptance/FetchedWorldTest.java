package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.ModernMcp;
import dev.holdpoint.daemon.TestDaemon;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What the daemon fetches from a server that an agent names, and when. */
@OnOneDatabase
class FetchedWorldTest extends Acceptance {
  private static final Map<Database, TestDaemon> DAEMONS = new EnumMap<>(Database.class);

  private final String session = session();
  private final AtomicInteger looks = new AtomicInteger();
  private final AtomicInteger deeds = new AtomicInteger();
  private final HttpServer server;

  FetchedWorldTest(Database database) {
    super(
        DAEMONS
            .computeIfAbsent(
                database,
                one ->
                    TestDaemon.start(
                        Database.newFolder(),
                        one.settings(Map.of("HOLDPOINT_OUTBOUND_ALLOW_PRIVATE_ADDRESSES", "true"))))
            .http());
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext(
        "/",
        exchange -> {
          (exchange.getRequestURI().getPath().equals("/deed") ? deeds : looks).incrementAndGet();
          exchange.getResponseHeaders().set("ETag", "\"a\"");
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stopServer() {
    server.stop(0);
  }

  @AfterAll
  static void stop() {
    DAEMONS.values().forEach(TestDaemon::close);
    DAEMONS.clear();
  }

  private String url(String path) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  @Test
  // PF-16
  void PF_16_no_server_is_asked_before_a_native_call_is_allowed() {
    JsonNode run =
        park(
            session,
            Script.tool(
                "http_request",
                json(
                    "{'method':'POST','url':'%s','preconditions':"
                        + "[{'type':'http_etag','url':'%s','etag':'\\'a\\''}]}",
                    url("/deed"), url("/state"))),
            Script.SAY_LAST_RESULT);
    assertThat(run.at("/pending_approvals/0/preconditions/0/expected").asString())
        .isEqualTo("\"a\"");
    http.get("/v1/runs/" + id(run)).expect(200);
    assertThat(looks).hasValue(0);

    http.post("/v1/runs/" + id(run) + "/approvals", allow(approvalId(run))).expect(202);

    awaitRun(id(run), "completed");
    assertThat(looks).hasPositiveValue();
    assertThat(deeds).hasValue(1);
  }

  private Http.Answer raise(String more) {
    return http.post(
        "/v1/sessions/" + session + "/approval-requests",
        json(
            "{'tool_name':'deploy','input':{'to':'prod'},'reason':'release',"
                + "'preconditions':[{'type':'http_etag','url':'%s'}]%s}",
            url("/state"), json(more)));
  }

  @Test
  void the_same_request_is_found_again_without_a_fetch_also_when_the_server_is_gone() {
    JsonNode named = raise(",'request_key':'k'").expect(201).json();
    JsonNode keyed = raise(",'idempotency_key':'fetched-1'").expect(201).json();
    assertThat(named.at("/request/preconditions/0/expected").asString()).isEqualTo("\"a\"");
    assertThat(looks).hasValue(2);
    server.stop(0);

    assertThat(id(raise(",'request_key':'k'").expect(201).json())).isEqualTo(id(named));
    assertThat(id(raise(",'idempotency_key':'fetched-1'").expect(201).json())).isEqualTo(id(keyed));
    assertThat(looks).hasValue(2);
    JsonNode refused =
        refused(raise(",'request_key':'new'"), 400, "approvals", "precondition_unmet");
    assertThat(refused.at("/errors/0/pointer").asString()).isEqualTo("/preconditions/0/url");
    assertThat(http.get("/v1/approvals?session_id=" + session).expect(200).json()).hasSize(2);
  }

  @Test
  void a_client_of_mcp_finds_its_request_again_without_a_fetch() {
    String arguments =
        json(
            "{'tool_name':'deploy','input':{'to':'prod'},'reason':'release','wait_ms':0,"
                + "'request_key':'m','preconditions':[{'type':'http_etag','url':'%s'}]}",
            url("/state"));
    JsonNode first = call(arguments);
    assertThat(first.path("isError").asBoolean()).as(first.toString()).isFalse();
    assertThat(looks).hasValue(1);
    server.stop(0);
    JsonNode again = call(arguments);
    assertThat(again.at("/structuredContent/approval_id"))
        .isEqualTo(first.at("/structuredContent/approval_id"));
    assertThat(again.path("isError").asBoolean()).as(again.toString()).isFalse();
    assertThat(call(arguments.replace("\"m\"", "\"n\"")).path("isError").asBoolean()).isTrue();
  }

  private JsonNode call(String arguments) {
    return new ModernMcp(http, "fetching", "{}").call("request_approval", arguments, "");
  }
}
