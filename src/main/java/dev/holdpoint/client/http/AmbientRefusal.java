package dev.holdpoint.client.http;

import org.jspecify.annotations.Nullable;

/**
 * How the ambient surface says no.
 *
 * @param stale whether what was answered is no longer asked, or never was in this session
 */
record AmbientRefusal(@Nullable String error, @Nullable String code, @Nullable Boolean stale) {}
