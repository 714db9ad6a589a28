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
          "none but the route `scripted`",
          "a model route of that name, and what stands behind it");
  static final Setting<String> MODEL =
      optional(
          "routes.<name>.model",
          Form.visible(),
          "none; `scripted` has its own",
          "the model of that route, where a run names none");
  static final Setting<URI> BASE_URL =
      optional(
          "routes.<name>.base_url",
          Form.httpUrl(),
          "the provider's own",
          "where the provider is, or whoever speaks like it: `http://127.0.0.1:8000/v1`");
  static final Setting<String> API_KEY =
      optional(
              "routes.<name>.api_key",
              Form.token(),
              "none",
              "what lets the daemon in; rather name a variable or a file")
          .asSecret();
  static final Setting<String> API_KEY_ENV =
      optional(
          "routes.<name>.api_key_env",
          Form.variable(),
          "none",
          "the variable of the daemon's environment that holds the key");
  static final Setting<Path> API_KEY_FILE =
      optional(
          "routes.<name>.api_key_file", Form.path(), "none", "a file that holds the key alone");
  static final Setting<String> FALLBACK_MODEL =
      optional(
          "routes.<name>.fallback_model",
          Form.visible(),
          "none",
          "who is asked when the model cannot be had for now, where a run names none");
  static final Setting<Long> TIMEOUT =
      optional(
          "routes.<name>.timeout_ms",
          Form.millis(100, 3_600_000),
          "600000",
          "how long one attempt at a whole answer may take");
  static final Setting<Long> IDLE_TIMEOUT =
      optional(
          "routes.<name>.idle_timeout_ms",
          Form.millis(100, 3_600_000),
          "120000",
          "how long the provider may be silent between two pieces");
  static final Setting<Integer> ATTEMPTS =
      optional(
          "routes.<name>.attempts",
          Form.number(1, 10),
          "4",
          "how often a model is asked in all when that fails for now");
  static final Setting<Integer> CONTEXT_TOKENS =
      optional(
          "routes.<name>.context_tokens",
          Form.number(1_024, 10_000_000),
          "128000; 8192 with ollama",
          "how much the model can take in and give in all");
  static final Setting<Integer> MAX_OUTPUT_TOKENS =
      optional(
          "routes.<name>.max_output_tokens",
          Form.number(1, 1_000_000),
          "the provider's own; 8192 with anthropic",
          "how much it may give at once, where a run does not say");
  static final Setting<BigDecimal> PRICE_INPUT =
      optional(
          "routes.<name>.price_input",
          Form.price(),
          "unknown",
          "US dollars for a million tokens that the route's model is given");
  static final Setting<BigDecimal> PRICE_OUTPUT =
      optional(
          "routes.<name>.price_output",
          Form.price(),
          "unknown",
          "US dollars for a million tokens that it gives");

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
