/**
 * {@code holdpoint connect}: what agents elsewhere have to be told so that they ask here. Settings
 * that people wrote themselves stay as they are.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.cli.connect;
