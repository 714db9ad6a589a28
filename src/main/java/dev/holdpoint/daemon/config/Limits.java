package dev.holdpoint.daemon.config;

/**
 * What one client, session or request may cost.
 *
 * @param openStreams 0 means: derive it from the limit of open files
 */
public record Limits(
    int bodyBytes,
    int headerBytes,
    int jsonDepth,
    int openStreams,
    int streamReplayEvents,
    int queuePerSession,
    int assetBytes,
    long assetsBytes) {}
