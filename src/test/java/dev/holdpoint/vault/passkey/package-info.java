/** Passkeys, by the one library that knows them. */
@NullMarked
package dev.holdpoint.vault.passkey;

import org.jspecify.annotations.NullMarked;
