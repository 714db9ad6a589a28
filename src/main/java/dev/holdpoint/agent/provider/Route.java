package dev.holdpoint.agent.provider;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * A route to a provider's model.
 *
 * @param baseUrl null for the provider's own place
 * @param attempts how often one model is asked in all
 * @param contextTokens how much the model can take in and give in all
 * @param price null where it is not known
 */
public record Route(
    String name,
    ProviderDialect dialect,
    @Nullable String baseUrl,
    ApiKey key,
    String model,
    @Nullable String fallbackModel,
    long timeoutMs,
    long idleMs,
    int attempts,
    int contextTokens,
    @Nullable Integer maxOutputTokens,
    @Nullable Price price) {

  /** In US dollars for a million tokens. */
  public record Price(BigDecimal input, BigDecimal output) {
    BigDecimal of(long inputTokens, long outputTokens) {
      return input
          .multiply(BigDecimal.valueOf(inputTokens))
          .add(output.multiply(BigDecimal.valueOf(outputTokens)))
          .movePointLeft(6)
          .stripTrailingZeros();
    }
  }

  ProviderDialect.Access access() {
    String place = baseUrl == null ? dialect.home() : baseUrl;
    return new ProviderDialect.Access(
        place.endsWith("/") ? place.substring(0, place.length() - 1) : place, key.value());
  }
}
