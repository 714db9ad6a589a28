package dev.holdpoint.programs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.daemon.TestDaemon;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Signing in with a provider as npm has it. */
@Tag("agents")
final class OidcProviderIT {
  private static final Pattern FORM = Pattern.compile("action=\"([^\"]+)\"");

  @Test
  @DisplayName("oidc-provider, unmodified: in, other groups, new keys, out by the provider, away")
  void oidc_provider(@TempDir Path folder) throws Exception {
    at(
        folder,
        (daemon, provider, issuer) -> {
          Browser ada = new Browser(daemon.address());
          assertThat(ada.signIn("ada")).isEqualTo(daemon.address() + "/ui");
          assertThat(ada.me()).contains("\"ada@example.com\"").contains("\"operator\"");
          assertThat(new Browser(daemon.address()).signIn("eve")).endsWith("problem=no_role");

          provider.say("groups ada audit");
          Browser again = new Browser(daemon.address());
          assertThat(again.signIn("ada")).isEqualTo(daemon.address() + "/ui");
          assertThat(again.me()).contains("\"viewer\"");
          assertThat(ada.me()).as("one person, one role").contains("\"viewer\"");

          // The provider ends its session and sends a logout token before it answers.
          assertThat(again.signOutThere(issuer)).isEqualTo(200);
          assertThat(again.me()).contains("\"unauthorized\"");
          assertThat(ada.me()).as("another session of hers").contains("\"viewer\"");

          provider.say("rotate");
          Browser renewed = new Browser(daemon.address());
          // Keys are read at most once a second.
          long until = System.nanoTime() + 10_000_000_000L;
          String there = renewed.signIn("ada");
          while (!there.endsWith("/ui") && System.nanoTime() < until) {
            there = renewed.signIn("ada");
          }
          assertThat(there).isEqualTo(daemon.address() + "/ui");
          provider.say("groups ada staff");
          assertThat(new Browser(daemon.address()).signIn("ada"))
              .as("no group of hers has a role any more")
              .endsWith("problem=no_role");
          assertThat(renewed.me()).as("nor has an open browser").contains("\"unauthorized\"");

          provider.say("groups ada audit");
          assertThat(renewed.signIn("ada")).isEqualTo(daemon.address() + "/ui");
          Browser late = new Browser(daemon.address());
          String led = late.begin();
          provider.say("down");
          assertThat(led).startsWith(issuer);
          assertThat(late.comeBackWith(led, issuer)).endsWith("problem=provider_away");
          assertThat(renewed.me()).contains("\"viewer\"");
        });
  }

  @Test
  @DisplayName(
      "oidc-provider, unmodified: wrong nonce, replayed code, code of another, other issuer")
  void answers_that_are_not_for_this_sign_in(@TempDir Path folder) throws Exception {
    at(
        folder,
        (daemon, _, _) -> {
          // Another site has led the browser to the provider, with a nonce of its own.
          Browser mallory = new Browser(daemon.address());
          String led = mallory.begin();
          String other = led.replaceFirst("([?&]nonce=)[^&]+", "$1another-sign-in");
          assertThat(other).isNotEqualTo(led);
          assertThat(mallory.walk(other, "ada")).endsWith("problem=not_good");
          assertThat(mallory.me()).contains("\"unauthorized\"");

          Browser ada = new Browser(daemon.address());
          assertThat(ada.signIn("ada")).isEqualTo(daemon.address() + "/ui");
          String replayed = ada.broughtBack;
          assertThat(replayed).contains("code=", "iss=");
          Browser thief = new Browser(daemon.address());
          assertThat(thief.follow(replayed)).as("without her cookie").endsWith("problem=not_begun");
          thief.cookies.putAll(ada.sentBack);
          assertThat(thief.follow(replayed)).as("a code again").endsWith("problem=not_good");
          assertThat(thief.me()).contains("\"unauthorized\"");
          assertThat(ada.me()).as("she stays in").contains("\"ada@example.com\"");

          // The code that was meant for Ada, in an attempt of another browser.
          Browser victim = new Browser(daemon.address());
          String stolen = victim.untilBack(victim.begin(), "ada");
          String state = state(thief.begin());
          assertThat(thief.follow(stolen.replaceFirst("([?&]state=)[^&]+", "$1" + state)))
              .endsWith("problem=not_good");
          assertThat(thief.me()).contains("\"unauthorized\"");

          Browser mixed = new Browser(daemon.address());
          String back = mixed.untilBack(mixed.begin(), "ada");
          assertThat(
                  mixed.follow(back.replaceFirst("([?&]iss=)[^&]+", "$1https%3A%2F%2Fo.example")))
              .endsWith("problem=not_good");
          assertThat(mixed.me()).contains("\"unauthorized\"");
          assertThat(mixed.follow(back)).as("that attempt is over").endsWith("problem=not_begun");

          assertThat(
                  daemon
                      .http()
                      .as(null)
                      .send(
                          "POST",
                          "/ui/oidc/logout",
                          "logout_token=a.b.c",
                          request ->
                              request.setHeader(
                                  "Content-Type", "application/x-www-form-urlencoded"))
                      .status())
              .isEqualTo(400);
          assertThat(ada.me()).contains("\"ada@example.com\"");
        });
  }

  /** What happens at a daemon and a provider. */
  @FunctionalInterface
  private interface Story {
    void tell(TestDaemon daemon, NodeScript provider, String issuer) throws Exception;
  }

  private static void at(Path folder, Story story) throws Exception {
    Packages.need("oidc-provider", Path.of("oidc-provider"));
    int port = freePort();
    String here = "http://127.0.0.1:" + port;
    List<String> words = List.of(here + "/ui/oidc/callback", here + "/ui/oidc/logout");
    try (NodeScript provider = new NodeScript(folder, "oidc-provider.mjs", words)) {
      String issuer = provider.lineFrom("http://");
      try (TestDaemon daemon =
          TestDaemon.start(
              folder,
              Map.of(
                  "HOLDPOINT_PORT", String.valueOf(port),
                  "HOLDPOINT_OIDC_ISSUER", issuer,
                  "HOLDPOINT_OIDC_CLIENT_ID", "holdpoint",
                  "HOLDPOINT_OIDC_CLIENT_SECRET", "a-secret-of-the-client",
                  "HOLDPOINT_OIDC_ROLES_OPERATOR", "ops",
                  "HOLDPOINT_OIDC_ROLES_VIEWER", "audit"))) {
        story.tell(daemon, provider, issuer);
      }
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static String state(String there) {
    Matcher state = Pattern.compile("[?&]state=([^&]+)").matcher(there);
    assertThat(state.find()).as(there).isTrue();
    return state.group(1);
  }

  /** A browser without scripts. */
  private static final class Browser {
    private final HttpClient client = HttpClient.newHttpClient();

    /** By name, as browsers send them; both servers are on one host. */
    private final Map<String, String> cookies = new TreeMap<>();

    private final String daemon;

    /** The provider's answer, and the cookies with which it came back. */
    private String broughtBack = "";

    private Map<String, String> sentBack = Map.of();

    Browser(String daemon) {
      this.daemon = daemon;
    }

    private HttpResponse<String> get(String address) throws IOException, InterruptedException {
      return send(HttpRequest.newBuilder(URI.create(address)));
    }

    private HttpResponse<String> post(String address, String form)
        throws IOException, InterruptedException {
      return send(
          HttpRequest.newBuilder(URI.create(address))
              .header("Content-Type", "application/x-www-form-urlencoded")
              .POST(HttpRequest.BodyPublishers.ofString(form)));
    }

    private HttpResponse<String> send(HttpRequest.Builder request)
        throws IOException, InterruptedException {
      cookies.entrySet().stream()
          .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
          .reduce((one, other) -> one + "; " + other)
          .ifPresent(all -> request.header("Cookie", all));
      HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
      for (String set : answer.headers().allValues("Set-Cookie")) {
        String[] pair = set.split(";", 2)[0].split("=", 2);
        if (pair[1].isEmpty()) {
          cookies.remove(pair[0]);
        } else {
          cookies.put(pair[0], pair[1]);
        }
      }
      return answer;
    }

    String begin() throws IOException, InterruptedException {
      return get(daemon + "/ui/oidc/start").headers().firstValue("Location").orElse("");
    }

    /** Where the daemon leads to in the end. */
    String signIn(String person) throws IOException, InterruptedException {
      return walk(begin(), person);
    }

    String walk(String there, String person) throws IOException, InterruptedException {
      return follow(untilBack(there, person));
    }

    /** Signs in at the provider, and gives where it leads back to. */
    String untilBack(String there, String person) throws IOException, InterruptedException {
      String address = there;
      while (!address.startsWith(daemon)) {
        HttpResponse<String> answer = get(address);
        if (answer.statusCode() == 200) {
          Matcher form = FORM.matcher(answer.body());
          assertThat(form.find()).as(answer.body()).isTrue();
          String kind = answer.body().contains("value=\"login\"") ? "login" : "consent";
          answer =
              post(
                  URI.create(address).resolve(form.group(1)).toString(),
                  "prompt=" + kind + "&login=" + person + "&password=x");
        }
        String next = answer.headers().firstValue("Location").orElseThrow();
        address = URI.create(address).resolve(next).toString();
      }
      broughtBack = address;
      sentBack = Map.copyOf(cookies);
      return address;
    }

    /** Where this address leads to. */
    String follow(String address) throws IOException, InterruptedException {
      String next = get(address).headers().firstValue("Location").orElse("");
      return URI.create(address).resolve(next).toString();
    }

    /** With an answer to the way that leads there, which nobody has given. */
    String comeBackWith(String there, String issuer) throws IOException, InterruptedException {
      return follow(
          daemon
              + "/ui/oidc/callback?code=x&state="
              + state(there)
              + "&iss="
              + URLEncoder.encode(issuer, UTF_8));
    }

    String me() throws IOException, InterruptedException {
      return get(daemon + "/v1/me").body();
    }

    int signOutThere(String issuer) throws IOException, InterruptedException {
      HttpResponse<String> page = get(issuer + "/session/end?client_id=holdpoint");
      Matcher secret = Pattern.compile("name=\"xsrf\" value=\"([^\"]+)\"").matcher(page.body());
      Matcher form = FORM.matcher(page.body());
      assertThat(secret.find() && form.find()).as(page.body()).isTrue();
      HttpResponse<String> done =
          post(
              URI.create(issuer).resolve(form.group(1)).toString(),
              "xsrf=" + secret.group(1) + "&logout=yes");
      return done.statusCode() == 303
          ? get(URI.create(issuer)
                  .resolve(done.headers().firstValue("Location").orElseThrow())
                  .toString())
              .statusCode()
          : done.statusCode();
    }
  }
}
