/** Signing in with an identity provider: the way there, the way back, and out again. */
@NullMarked
package dev.holdpoint.http.oidc;

import org.jspecify.annotations.NullMarked;
