package dev.holdpoint.daemon.config;

/** A value as somebody wrote it, before it is read. */
record Given(String text, Origin origin) {}
