package dev.holdpoint.daemon.config;

import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A model route as it is configured.
 *
 * @param model null for that of the scripted provider
 */
public record RouteConfig(
    String name,
    RouteProvider provider,
    @Nullable String model,
    @Nullable URI baseUrl,
    Key key,
    @Nullable String fallbackModel,
    Patience patience,
    Room room,
    Price price) {
  /** The one that is always there. */
  public static final String SCRIPTED = "scripted";

  private static final long TIMEOUT_MS = 600_000;
  private static final long IDLE_TIMEOUT_MS = 120_000;
  private static final int ATTEMPTS = 4;
  private static final int CONTEXT = 128_000;

  // A server that is told nothing has far less room than most models, and cuts without a word.
  private static final int CONTEXT_OF_OLLAMA = 8_192;

  /** Where the key is, at most one of them. */
  public record Key(@Nullable String itself, @Nullable String variable, @Nullable Path file) {
    private long places() {
      return Stream.of(itself != null, variable != null, file != null)
          .filter(there -> there)
          .count();
    }

    @Override
    public String toString() {
      return "a key";
    }
  }

  public record Patience(long timeoutMs, long idleMs, int attempts) {}

  /** In tokens. */
  public record Room(int context, @Nullable Integer maxOutput) {}

  /** For a million tokens. */
  public record Price(@Nullable BigDecimal input, @Nullable BigDecimal output) {}

  static RouteConfig of(String name, SettingValues settings) throws ConfigException {
    RouteProvider provider =
        settings
            .find(RouteSettings.PROVIDER.of(name))
            .orElse(name.equals(SCRIPTED) ? RouteProvider.SCRIPTED : null);
    if (provider == null) {
      throw new ConfigException(
          "the route '" + name + "' has no provider; set routes." + name + ".provider");
    }
    RouteConfig route =
        new RouteConfig(
            name,
            provider,
            settings.find(RouteSettings.MODEL.of(name)).orElse(null),
            settings.find(RouteSettings.BASE_URL.of(name)).orElse(null),
            new Key(
                settings.find(RouteSettings.API_KEY.of(name)).orElse(null),
                settings.find(RouteSettings.API_KEY_ENV.of(name)).orElse(null),
                settings.find(RouteSettings.API_KEY_FILE.of(name)).orElse(null)),
            settings.find(RouteSettings.FALLBACK_MODEL.of(name)).orElse(null),
            new Patience(
                settings.find(RouteSettings.TIMEOUT.of(name)).orElse(TIMEOUT_MS),
                settings.find(RouteSettings.IDLE_TIMEOUT.of(name)).orElse(IDLE_TIMEOUT_MS),
                settings.find(RouteSettings.ATTEMPTS.of(name)).orElse(ATTEMPTS)),
            new Room(
                settings
                    .find(RouteSettings.CONTEXT_TOKENS.of(name))
                    .orElse(provider == RouteProvider.OLLAMA ? CONTEXT_OF_OLLAMA : CONTEXT),
                settings.find(RouteSettings.MAX_OUTPUT_TOKENS.of(name)).orElse(null)),
            new Price(
                settings.find(RouteSettings.PRICE_INPUT.of(name)).orElse(null),
                settings.find(RouteSettings.PRICE_OUTPUT.of(name)).orElse(null)));
    route.check();
    return route;
  }

  private void check() throws ConfigException {
    if (provider == RouteProvider.SCRIPTED) {
      if (baseUrl != null || key.places() > 0) {
        throw wrong(
            "calls no provider; remove " + (baseUrl != null ? key("base_url") : "its API key"));
      }
      return;
    }
    if (name.equals(SCRIPTED)) {
      throw wrong("is built in and calls no provider; choose another name");
    }
    if (model == null) {
      throw wrong("has no model; set " + key("model"));
    }
    if (key.places() > 1) {
      throw wrong("has more than one of api_key, api_key_env and api_key_file; keep only one");
    }
    if (needsKey() && key.places() == 0) {
      throw wrong("has no key; set %s or %s".formatted(key("api_key_env"), key("api_key_file")));
    }
    if ((price.input == null) != (price.output == null)) {
      throw wrong(
          "has only one of its two prices; set "
              + key(price.input == null ? "price_input" : "price_output")
              + " too");
    }
    Integer output = room.maxOutput;
    if (output != null && output >= room.context) {
      throw wrong(
          "leaves no space for the model's input; make %s smaller than %s"
              .formatted(key("max_output_tokens"), key("context_tokens")));
    }
  }

  /** A server of one's own often lets everybody in. */
  public boolean needsKey() {
    return switch (provider) {
      case ANTHROPIC, GEMINI -> true;
      case OPENAI -> baseUrl == null;
      case OLLAMA, SCRIPTED -> false;
    };
  }

  /** How its setting of that name is called. */
  public String key(String member) {
    return "routes." + name + "." + member;
  }

  private ConfigException wrong(String what) {
    return new ConfigException("the route '" + name + "' " + what);
  }

  /** Without its key. */
  @Override
  public String toString() {
    return "route " + name;
  }
}
