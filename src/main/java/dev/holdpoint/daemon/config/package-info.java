/**
 * The configuration: one table of settings ({@link dev.holdpoint.daemon.config.Settings}) from
 * which loading, {@code config show}, the documentation and the error texts come.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.daemon.config;
