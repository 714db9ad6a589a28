package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import dev.holdpoint.store.EmbeddedPostgres;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Files are stored once and found by their id. */
@OnBothDatabases
class AssetTest extends Acceptance {
  private final Database database;

  AssetTest(Database database) {
    super(database);
    this.database = database;
  }

  static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  static String upload(String fileName, String text) {
    return json("{'file_name':'%s','content_base64':'%s'}", fileName, base64(text));
  }

  static JsonNode add(Http http, String fileName, String text) {
    return http.post("/v1/assets", upload(fileName, text)).expect(201).json();
  }

  @Test
  void a_file_is_stored_described_and_given_back() {
    JsonNode asset = add(http, "grüße 1.txt", "hello");

    assertThat(members(asset))
        .containsExactly(
            "asset_id", "file_name", "media_type", "byte_length", "sha256", "created_at_ms");
    assertThat(text(asset, "asset_id")).startsWith("ast_");
    assertThat(text(asset, "media_type")).isEqualTo("text/plain");
    assertThat(asset.path("byte_length").asInt()).isEqualTo(5);
    assertThat(text(asset, "sha256"))
        .isEqualTo("2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824");
    String path = "/v1/assets/" + text(asset, "asset_id");
    assertThat(http.get(path).expect(200).json()).isEqualTo(asset);

    Http.Answer raw = http.get(path + "/raw").expect(200);
    assertThat(raw.text()).isEqualTo("hello");
    assertThat(raw.header("Content-Type")).isEqualTo("text/plain");
    assertThat(raw.header("Content-Disposition"))
        .isEqualTo("attachment; filename*=UTF-8''gr%C3%BC%C3%9Fe%201.txt");
    assertThat(raw.header("X-Content-Type-Options")).isEqualTo("nosniff");
  }

  private Http.Answer unless(String tag, String path) {
    return http.send("GET", path, null, request -> request.header("If-None-Match", tag));
  }

  @Test
  void only_who_names_the_bytes_is_spared_them() {
    String path = "/v1/assets/" + text(add(http, "mine.txt", "my bytes"), "asset_id") + "/raw";
    String other = "/v1/assets/" + text(add(http, "other.txt", "other bytes"), "asset_id") + "/raw";
    String tag = http.get(path).expect(200).header("ETag");
    String another = http.get(other).expect(200).header("ETag");
    assertThat(tag).isNotEqualTo(another).matches("\"[^\"]+\"");

    Http.Answer spared = unless(tag, path).expect(304);
    assertThat(spared.text()).isEmpty();
    assertThat(spared.header("ETag")).isEqualTo(tag);
    for (String tags : List.of(another, "W/" + another, another + ", \"x\"", "\"\"", "\"x\"")) {
      Http.Answer answer = unless(tags, path).expect(200);
      assertThat(answer.text()).as(tags).isEqualTo("my bytes");
      assertThat(answer.header("ETag")).as(tags).isEqualTo(tag);
    }
    assertThat(unless(tag, other).expect(200).text()).isEqualTo("other bytes");
  }

  @Test
  void the_same_file_is_the_same_asset_and_its_bytes_are_kept_once() {
    JsonNode first = add(http, "a.txt", "same bytes");
    List<JsonNode> again = atOnce(8, () -> add(http, "a.txt", "same bytes"));
    JsonNode renamed = add(http, "b.txt", "same bytes");

    assertThat(again).containsOnly(first);
    assertThat(text(renamed, "asset_id")).isNotEqualTo(text(first, "asset_id"));
    assertThat(text(renamed, "sha256")).isEqualTo(text(first, "sha256"));
    JsonNode found = http.get("/v1/assets?sha256=" + text(first, "sha256")).expect(200).json();
    assertThat(found.valueStream().map(asset -> text(asset, "file_name")))
        .containsExactly("b.txt", "a.txt");
    assertThat(http.get("/v1/assets?sha256=0").expect(200).text()).isEqualTo("[]");
    refused(http.get("/v1/assets?sha256=%00"), 400, "api", "invalid_request");
  }

  @Test
  void what_a_browser_could_run_is_bytes_to_it() {
    for (String name : List.of("page.html", "drawing.svg", "thing")) {
      String id = text(add(http, name, "<script>alert(1)</script>"), "asset_id");
      Http.Answer raw = http.get("/v1/assets/" + id + "/raw").expect(200);
      assertThat(raw.header("Content-Type")).isEqualTo("application/octet-stream");
      assertThat(raw.header("Content-Disposition")).startsWith("attachment");
    }
  }

  @Test
  void assets_are_listed_in_pages_the_newest_first() {
    for (int i = 0; i < 3; i++) {
      add(http, "page-" + i + ".txt", "page " + i);
    }
    JsonNode page = http.get("/v1/assets?page=true&limit=2").expect(200).json();
    assertThat(page.path("items").valueStream().map(a -> text(a, "file_name")))
        .containsExactly("page-2.txt", "page-1.txt");
    String next = page.at("/pagination/next_cursor").asString();
    assertThat(http.get("/v1/assets?limit=1&cursor=" + next).json().at("/items/0/file_name"))
        .hasToString("\"page-0.txt\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
      /content_base64 | {'file_name':'a'}
      /content_base64 | {'file_name':'a','content_base64':''}
      /content_base64 | {'file_name':'a','content_base64':'aGk'}
      /content_base64 | {'file_name':'a','content_base64':'aGl='}
      /content_base64 | {'file_name':'a','content_base64':'aG k'}
      /content_base64 | {'file_name':'a','content_base64':'aG\\nk='}
      /content_base64 | {'file_name':'a','content_base64':'aGk=aGk='}
      /content_base64 | {'file_name':'a','content_base64':'_-8='}
      /file_name      | {'content_base64':'aGk='}
      /file_name      | {'file_name':'','content_base64':'aGk='}
      /file_name      | {'file_name':'a/b','content_base64':'aGk='}
      /file_name      | {'file_name':'a\\u0000b','content_base64':'aGk='}
      /media_type     | {'file_name':'a','content_base64':'aGk=','media_type':'text'}
      """)
  // K4-223
  void K4_223_a_file_that_cannot_be_read_is_refused_with_the_place(String pointer, String body) {
    JsonNode problem = refused(http.post("/v1/assets", json(body)), 400, "api", "invalid_request");
    assertThat(problem.at("/errors/0/pointer").asString()).isEqualTo(pointer);
  }

  @Test
  void an_asset_that_is_not_there_is_404() {
    for (String id : List.of("ast_01ARZ3NDEKTSV4RRFFQ69G5FAV", "nothing", "run_1")) {
      refused(http.get("/v1/assets/" + id), 404, "assets", "asset_not_found");
      refused(http.get("/v1/assets/" + id + "/raw"), 404, "assets", "asset_not_found");
    }
  }

  @Test
  void files_are_bounded_one_by_one_and_all_together() throws IOException {
    Path folder = Database.newFolder();
    Map<String, String> settings =
        database.settings(
            Map.of(
                "HOLDPOINT_LIMITS_ASSET_BYTES", "1024",
                "HOLDPOINT_LIMITS_ASSETS_BYTES", "2000"));
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http small = daemon.http();
      refused(
          small.post("/v1/assets", upload("a", "x".repeat(1_025))),
          413,
          "api",
          "payload_too_large");
      String kept = text(add(small, "a", "x".repeat(1_024)), "asset_id");
      refused(small.post("/v1/assets", upload("b", "y".repeat(1_000))), 507, "api", "storage_full");
      add(small, "another name for the same", "x".repeat(1_024));
      add(small, "c", "z".repeat(900));

      String url = settings.get("HOLDPOINT_DATABASE");
      if (url == null) {
        delete(folder.resolve("assets"));
      } else {
        EmbeddedPostgres.shared()
            .execute(url.substring(url.lastIndexOf('/') + 1), "DELETE FROM blobs");
      }
      refused(small.get("/v1/assets/" + kept + "/raw"), 404, "assets", "asset_not_found");
      small.get("/v1/assets/" + kept).expect(200);
    }
  }

  private static void delete(Path assets) throws IOException {
    try (var all = Files.walk(assets)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        Files.delete(file);
      }
    }
  }
}
