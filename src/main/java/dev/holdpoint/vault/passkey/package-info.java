/** Passkeys as WebAuthn has them: the only package that knows the library. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.vault.passkey;
