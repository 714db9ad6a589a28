package dev.holdpoint.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.daemon.TestDaemon;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
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
        Browser ada = new Browser(daemon.address());
        assertThat(ada.signIn("ada")).isEqualTo(here + "/ui");
        assertThat(ada.me()).contains("\"ada@example.com\"").contains("\"operator\"");
        assertThat(new Browser(daemon.address()).signIn("eve")).endsWith("problem=no_role");

        provider.say("groups ada audit");
        Browser again = new Browser(daemon.address());
        assertThat(again.signIn("ada")).isEqualTo(here + "/ui");
        assertThat(again.me()).contains("\"viewer\"");
        assertThat(ada.me()).as("one person, one role").contains("\"viewer\"");

        // The provider ends its session and tells the daemon before it answers.
        assertThat(again.signOutThere(issuer)).isEqualTo(200);
        assertThat(again.me()).contains("\"unauthorized\"");
        assertThat(ada.me()).as("another session of hers").contains("\"viewer\"");

        provider.say("rotate");
        Browser renewed = new Browser(daemon.address());
        assertThat(renewed.signIn("ada")).isEqualTo(here + "/ui");

        Browser late = new Browser(daemon.address());
        String there = late.begin();
        provider.say("down");
        assertThat(there).startsWith(issuer);
        assertThat(late.comeBackWith(there)).endsWith("problem=provider_away");
        assertThat(renewed.me()).contains("\"viewer\"");
      }
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  /** A browser without scripts. */
  private static final class Browser {
    private final HttpClient client = HttpClient.newHttpClient();

    /** By name, as browsers send them; both servers are on one host. */
    private final Map<String, String> cookies = new TreeMap<>();

    private final String daemon;

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
      String address = begin();
      while (true) {
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
        String resolved = URI.create(address).resolve(next).toString();
        if (address.startsWith(daemon)) {
          return resolved;
        }
        address = resolved;
      }
    }

    /** With an answer to the way that leads there, which nobody has given. */
    String comeBackWith(String there) throws IOException, InterruptedException {
      Matcher state = Pattern.compile("[?&]state=([^&]+)").matcher(there);
      assertThat(state.find()).isTrue();
      return get(daemon + "/ui/oidc/callback?code=x&state=" + state.group(1))
          .headers()
          .firstValue("Location")
          .orElse("");
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
