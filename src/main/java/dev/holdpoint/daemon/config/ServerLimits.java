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
  static ServerLimits of(SettingValues settings) {
    return new ServerLimits(
        settings.get(LimitSettings.BODY_BYTES),
        settings.get(LimitSettings.ANONYMOUS_BODY_BYTES),
        settings.get(LimitSettings.HEADER_BYTES),
        settings.get(LimitSettings.HEADER_WITHIN),
        settings.get(LimitSettings.JSON_DEPTH),
        settings.get(LimitSettings.OPEN_STREAMS),
        settings.get(LimitSettings.STREAM_REPLAY_EVENTS),
        settings.get(LimitSettings.QUEUE_PER_SESSION),
        settings.get(LimitSettings.ASSET_BYTES),
        settings.get(LimitSettings.ASSETS_BYTES),
        settings
            .find(LimitSettings.FAILED_CREDENTIALS)
            .map(OptionalInt::of)
            .orElseGet(OptionalInt::empty));
  }
}
