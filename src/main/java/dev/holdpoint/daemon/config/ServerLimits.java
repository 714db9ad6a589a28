package dev.holdpoint.daemon.config;

import java.util.OptionalInt;

/**
 * What one client, session or request may cost.
 *
 * @param openStreams 0 means: derive it from the limit of open files
 * @param failedCredentials a minute from one address; empty for the usual number, which callers on
 *     this machine do not have
 */
public record ServerLimits(
    int bodyBytes,
    int anonymousBodyBytes,
    int headerBytes,
    long headerWithinMs,
    int jsonDepth,
    int openStreams,
    int streamReplayEvents,
    int queuePerSession,
    int assetBytes,
    long assetsBytes,
    OptionalInt failedCredentials) {
  static ServerLimits of(Config config) {
    return new ServerLimits(
        config.get(LimitSettings.BODY_BYTES),
        config.get(LimitSettings.ANONYMOUS_BODY_BYTES),
        config.get(LimitSettings.HEADER_BYTES),
        config.get(LimitSettings.HEADER_WITHIN),
        config.get(LimitSettings.JSON_DEPTH),
        config.get(LimitSettings.OPEN_STREAMS),
        config.get(LimitSettings.STREAM_REPLAY_EVENTS),
        config.get(LimitSettings.QUEUE_PER_SESSION),
        config.get(LimitSettings.ASSET_BYTES),
        config.get(LimitSettings.ASSETS_BYTES),
        config
            .find(LimitSettings.FAILED_CREDENTIALS)
            .map(OptionalInt::of)
            .orElseGet(OptionalInt::empty));
  }
}
