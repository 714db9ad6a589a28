package dev.holdpoint.daemon.config;

import java.nio.file.Path;

/**
 * Which of the platform's tokens are taken.
 *
 * @param jwksFile the public keys that they are signed with
 */
public record PlatformJwt(String issuer, String audience, Path jwksFile) {}
