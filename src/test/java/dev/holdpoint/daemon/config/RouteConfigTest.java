package dev.holdpoint.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Model routes as they are configured. */
class RouteConfigTest {
  @TempDir private Path folder;

  /**
   * @param settings {@code member=value} of the route {@code r}, a blank between
   */
  private Config load(String settings) throws ConfigException {
    Map<String, String> variables = new HashMap<>();
    for (String setting : settings.split(" ", -1)) {
      int equals = setting.indexOf('=');
      variables.put(
          "HOLDPOINT_ROUTES_R_" + setting.substring(0, equals), setting.substring(equals + 1));
    }
    return Config.load(new ConfigSources(null, variables, Map.of(), folder));
  }

  private static RouteConfig route(Config config) {
    return Objects.requireNonNull(config.routes().get("r"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          MODEL=x                                          | the route 'r' has no provider; set routes.r.provider
          PROVIDER=openai API_KEY_ENV=K                    | the route 'r' has no model; set routes.r.model
          PROVIDER=openai MODEL=x                          | the route 'r' has no key; set routes.r.api_key_env or routes.r.api_key_file
          PROVIDER=anthropic MODEL=x BASE_URL=http://a     | the route 'r' has no key; set routes.r.api_key_env or routes.r.api_key_file
          PROVIDER=gemini MODEL=x API_KEY=a API_KEY_ENV=B  | the route 'r' has more than one of api_key, api_key_env and api_key_file; keep only one
          PROVIDER=scripted BASE_URL=http://a              | the route 'r' calls no provider; remove routes.r.base_url
          PROVIDER=scripted API_KEY=a                      | the route 'r' calls no provider; remove its API key
          PROVIDER=ollama MODEL=x PRICE_INPUT=1            | the route 'r' has only one of its two prices; set routes.r.price_output too
          PROVIDER=ollama MODEL=x MAX_OUTPUT_TOKENS=9000   | the route 'r' leaves no space for the model's input; make routes.r.max_output_tokens smaller than routes.r.context_tokens
          PROVIDER=ollama MODEL=x PRICE_INPUT=cheap        | HOLDPOINT_ROUTES_R_PRICE_INPUT: 'routes.r.price_input' is 'cheap'; expected an amount such as 2.50, with up to 6 decimal places
          PROVIDER=openia MODEL=x                          | HOLDPOINT_ROUTES_R_PROVIDER: 'routes.r.provider' is 'openia'; expected one of openai, anthropic, gemini, ollama, scripted
          """)
  void what_does_not_go_together_is_told(String settings, String message) {
    assertThatThrownBy(() -> load(settings))
        .isInstanceOf(ConfigException.class)
        .hasMessage(message);
  }

  @Test
  void an_unknown_member_is_told_with_the_nearest() {
    assertThatThrownBy(() -> load("PROVIDER=ollama MODEL=x TIMEOUT=1"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("HOLDPOINT_ROUTES_R_TIMEOUT");
  }

  @Test
  void a_key_is_not_told_when_it_is_wrong() {
    assertThatThrownBy(() -> load("PROVIDER=openai MODEL=x API_KEY=clé-secrète"))
        .isInstanceOf(ConfigException.class)
        .message()
        .doesNotContain("secr");
  }

  @Test
  void what_is_not_said_is_as_usual_and_a_longer_name_is_not_taken_for_a_route() throws Exception {
    RouteConfig route =
        route(
            load(
                "PROVIDER=ollama MODEL=library/llama3.2:1b FALLBACK_MODEL=y IDLE_TIMEOUT_MS=1000"));
    assertThat(route.model()).isEqualTo("library/llama3.2:1b");
    assertThat(route.fallbackModel()).isEqualTo("y");
    assertThat(route.patience()).isEqualTo(new RouteConfig.Patience(600_000, 1_000, 4));
    assertThat(route.room()).isEqualTo(new RouteConfig.Room(8_192, null));
    assertThat(route.needsKey()).isFalse();
  }

  @Test
  void prices_keep_every_digit() throws Exception {
    RouteConfig route =
        route(load("PROVIDER=ollama MODEL=x PRICE_INPUT=0.000001 PRICE_OUTPUT=2.50"));
    assertThat(route.price())
        .isEqualTo(new RouteConfig.Price(new BigDecimal("0.000001"), new BigDecimal("2.50")));
  }

  @Test
  void nothing_prints_a_key() throws Exception {
    Config config = load("PROVIDER=openai MODEL=x API_KEY=my-secret");
    assertThat(config.routes().toString() + config.inForce()).doesNotContain("my-secret");
    assertThat(String.valueOf(route(config).key())).doesNotContain("my-secret");
  }
}
