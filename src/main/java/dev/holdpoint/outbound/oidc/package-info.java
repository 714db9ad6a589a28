/** The OpenID provider that people sign in with: its document, its keys, its tokens. */
@NullMarked
package dev.holdpoint.outbound.oidc;

import org.jspecify.annotations.NullMarked;
