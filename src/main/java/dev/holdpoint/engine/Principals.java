package dev.holdpoint.engine;

import dev.holdpoint.core.access.FormerToken;
import dev.holdpoint.core.access.Token;
import dev.holdpoint.core.id.Ulid;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Whose a token is or was. */
final class Principals {
  private static final String TOKEN = "tok_";

  private Principals() {}

  /** The principal of the token with this id, revoked or not; null when it is no known token. */
  static @Nullable String ofToken(Change change, String id) {
    OptionalLong key = Ulid.keyOf(TOKEN, id);
    if (key.isEmpty()) {
      return null;
    }
    FormerToken former = change.kept(FormerToken.SHELF, key.getAsLong());
    if (former != null) {
      return former.id().equals(id) ? former.principal() : null;
    }
    return change.queries().tokens().stream()
        .filter(token -> token.id().equals(id))
        .map(Token::principal)
        .findFirst()
        .orElse(null);
  }
}
