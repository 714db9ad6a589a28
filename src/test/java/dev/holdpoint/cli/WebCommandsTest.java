package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.daemon.TypedHere.Outcome;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code holdpoint open} and {@code holdpoint web-sessions}. */
class WebCommandsTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void a_link_is_printed_by_itself_and_signs_in() {
    try (Desk desk = new Desk(folder)) {
      Outcome outcome = desk.type("open");

      assertThat(outcome.exitCode()).isZero();
      assertThat(outcome.out().strip()).matches(desk.address() + "/ui/sign-in#[A-Za-z0-9_-]{43}");
      assertThat(outcome.err()).contains("Can be used once, until");
      String code = outcome.out().strip().replaceFirst(".*#", "");
      desk.http().as(null).post("/v1/web-sessions", "{\"code\":\"" + code + "\"}").expect(201);
      assertThat(desk.type("open", "--print").out()).doesNotContain(code).contains("/ui/sign-in#");
      assertThat(desk.json("open").path("url").asString()).contains("/ui/sign-in#");
    }
  }

  @Test
  void a_code_for_a_phone_says_when_a_phone_cannot_follow_it() {
    Map<String, String> elsewhere = Map.of("HOLDPOINT_PUBLIC_URL", "http://192.0.2.7:4747/");
    try (Desk desk = new Desk(folder.resolve("here"));
        Desk other = new Desk(folder.resolve("there"), elsewhere)) {
      Outcome here = desk.type("open", "--qr");
      Outcome there = other.type("open", "--qr");

      assertThat(here.exitCode()).isZero();
      assertThat(here.out()).contains("\u001b[38;5;16;48;5;231m", "/ui/sign-in#");
      assertThat(here.err()).contains("A phone cannot reach 127.0.0.1: set host and public_url");
      assertThat(there.out()).contains("http://192.0.2.7:4747/ui/sign-in#");
      assertThat(there.err()).doesNotContain("cannot reach");
    }
  }

  @Test
  void browsers_are_listed_and_ended() {
    try (Desk desk = new Desk(folder)) {
      assertThat(desk.type("web-sessions", "list").out()).contains("No browser is signed in");
      desk.type("open");
      JsonNode row = desk.json("web-sessions", "list").get(0);
      String id = row.path("web_session_id").asString();

      assertThat(desk.type("web-sessions", "list").out()).contains(id, "offered", "admin");
      assertThat(desk.type("web-sessions", "end", id).out()).isEqualTo(id + " is ended\n");
      Outcome again = desk.type("web-sessions", "end", id);
      assertThat(again.exitCode()).isNotZero();
      assertThat(again.err()).contains("web session");
      assertThat(desk.json("web-sessions", "list")).isEmpty();
    }
  }

  @Test
  void whoever_may_not_is_told() {
    try (Desk desk = new Desk(folder)) {
      Outcome nobody = desk.typeAt("http://127.0.0.1:1", "open");

      assertThat(nobody.exitCode()).isEqualTo(ExitCode.UNREACHABLE);
    }
  }
}
