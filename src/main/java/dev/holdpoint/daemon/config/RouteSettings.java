package dev.holdpoint.daemon.config;

import static dev.holdpoint.daemon.config.Setting.optional;

import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/** The settings of model routes. */
final class RouteSettings {
  static final Setting<RouteProvider> PROVIDER =
      optional(
          "routes.<name>.provider",
          Form.oneOf(RouteProvider.class),
          "only the route `scripted`",
          "the provider of the model route with this name");
  static final Setting<String> MODEL =
      optional(
          "routes.<name>.model",
          Form.visible(),
          "none; `scripted` has its own",
          "the model of the route, unless the run names one");
  static final Setting<URI> BASE_URL =
      optional(
          "routes.<name>.base_url",
          Form.httpUrl(),
          "the provider's own",
          "URL of the provider or of a compatible server: `http://127.0.0.1:8000/v1`");
  static final Setting<String> API_KEY =
      optional(
              "routes.<name>.api_key",
              Form.token(),
              "none",
              "the provider's API key; prefer `api_key_env` or `api_key_file`")
          .asSecret();
  static final Setting<String> API_KEY_ENV =
      optional(
          "routes.<name>.api_key_env",
          Form.variable(),
          "none",
          "environment variable of the daemon with the API key");
  static final Setting<Path> API_KEY_FILE =
      optional(
          "routes.<name>.api_key_file", Form.path(), "none", "file that contains only the API key");
  static final Setting<String> FALLBACK_MODEL =
      optional(
          "routes.<name>.fallback_model",
          Form.visible(),
          "none",
          "model to use while `model` is unavailable, unless the run names one");
  static final Setting<Long> TIMEOUT =
      optional(
          "routes.<name>.timeout_ms",
          Form.millis(100, 3_600_000),
          "600000",
          "maximum time for one attempt at a whole answer");
  static final Setting<Long> IDLE_TIMEOUT =
      optional(
          "routes.<name>.idle_timeout_ms",
          Form.millis(100, 3_600_000),
          "120000",
          "maximum time without data from the provider during an answer");
  static final Setting<Integer> ATTEMPTS =
      optional(
          "routes.<name>.attempts",
          Form.number(1, 10),
          "4",
          "maximum number of attempts while a model is unavailable");
  static final Setting<Integer> CONTEXT_TOKENS =
      optional(
          "routes.<name>.context_tokens",
          Form.number(1_024, 10_000_000),
          "128000; 8192 with ollama",
          "size of the model's context window, input and output together");
  static final Setting<Integer> MAX_OUTPUT_TOKENS =
      optional(
          "routes.<name>.max_output_tokens",
          Form.number(1, 1_000_000),
          "the provider's own; 8192 with anthropic",
          "maximum number of output tokens, unless the run sets it");
  static final Setting<BigDecimal> PRICE_INPUT =
      optional(
          "routes.<name>.price_input",
          Form.price(),
          "unknown",
          "US dollars per million input tokens of the route's model");
  static final Setting<BigDecimal> PRICE_OUTPUT =
      optional(
          "routes.<name>.price_output",
          Form.price(),
          "unknown",
          "US dollars per million output tokens");

  static final List<Setting<?>> ALL =
      List.of(
          PROVIDER,
          MODEL,
          BASE_URL,
          API_KEY,
          API_KEY_ENV,
          API_KEY_FILE,
          FALLBACK_MODEL,
          TIMEOUT,
          IDLE_TIMEOUT,
          ATTEMPTS,
          CONTEXT_TOKENS,
          MAX_OUTPUT_TOKENS,
          PRICE_INPUT,
          PRICE_OUTPUT);

  private RouteSettings() {}
}
