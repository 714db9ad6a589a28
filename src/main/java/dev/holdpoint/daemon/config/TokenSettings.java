package dev.holdpoint.daemon.config;

import static dev.holdpoint.daemon.config.Setting.defaulting;

import dev.holdpoint.core.access.SessionAccess;
import java.util.List;

/**
 * What a new token is like when its request does not say it.
 *
 * @param ttlMs how long it is valid; 0 for ever
 * @param agentSessions which sessions one of role agent reaches
 */
public record TokenSettings(long ttlMs, SessionAccess agentSessions) {
  static final Setting<Long> TTL_MS =
      defaulting(
          "tokens.default_ttl_ms",
          Form.millis(0, 315_360_000_000L),
          "7776000000",
          "how long a new token is valid if its request does not say it; 0 for no limit");
  static final Setting<SessionAccess> AGENT_SESSIONS =
      defaulting(
          "tokens.agent_sessions",
          Form.oneOf(SessionAccess.class),
          "own",
          "which sessions a new token of role agent reaches if its request does not say it: "
              + "`own` for those that it creates or that are shared with it, `all` for every one");

  static final List<Setting<?>> ALL = List.of(TTL_MS, AGENT_SESSIONS);

  static TokenSettings of(SettingValues settings) {
    return new TokenSettings(settings.get(TTL_MS), settings.get(AGENT_SESSIONS));
  }
}
