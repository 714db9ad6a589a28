/** Signing in with an identity provider, against one that says whatever a test wants. */
@NullMarked
package dev.holdpoint.oidc;

import org.jspecify.annotations.NullMarked;
