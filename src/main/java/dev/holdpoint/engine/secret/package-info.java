/** The vault's aliases and keys. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.engine.secret;
