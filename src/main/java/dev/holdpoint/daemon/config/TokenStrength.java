package dev.holdpoint.daemon.config;

/** Whether an admin token of your own can be guessed. Those that are made here have 256 bits. */
public final class TokenStrength {
  public static final String RULE =
      "it needs at least 20 characters, 8 of them different; create one with "
          + "`openssl rand -hex 32`";

  private static final int SHORTEST = 20;
  private static final int DIFFERENT = 8;

  private TokenStrength() {}

  public static boolean isWeak(String token) {
    return token.length() < SHORTEST || token.chars().distinct().count() < DIFFERENT;
  }

  /** A daemon that other machines reach has a token that was chosen, and chosen well. */
  static void check(Config config) throws ConfigException {
    if (config.isLoopback()) {
      return;
    }
    if (config.adminToken().isEmpty() && config.adminTokenFile().isEmpty()) {
      throw new ConfigException(
          config.where(Settings.HOST)
              + reach(config)
              + ", so the admin token must be your own; set HOLDPOINT_ADMIN_TOKEN or"
              + " admin_token_file");
    }
    if (config.adminToken().filter(TokenStrength::isWeak).isPresent()) {
      throw new ConfigException(
          config.where(Settings.ADMIN_TOKEN) + refusal(config, "admin_token"));
    }
  }

  /**
   * Why a weak one does not start.
   *
   * @param origin where it can be read
   */
  public static String refusal(Config config, String origin) {
    return "%s, and the admin token in '%s' is easy to guess; %s"
        .formatted(reach(config), origin, RULE);
  }

  private static String reach(Config config) {
    return "'host' %s can be reached from other machines".formatted(config.host());
  }
}
