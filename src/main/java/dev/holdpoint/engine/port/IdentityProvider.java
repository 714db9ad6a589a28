package dev.holdpoint.engine.port;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The service that says who people are, so that they need no token of ours. */
public interface IdentityProvider {
  /** What a person reads on the button that leads there. */
  String name();

  String issuer();

  /**
   * One way of a browser to the provider and back. The browser keeps it meanwhile.
   *
   * @param verifier the secret of which the provider was shown the hash
   * @param returnTo where the provider sends the browser
   */
  record Attempt(String state, String nonce, String verifier, URI returnTo) {
    /** Records print their members; a secret must not end up in a log that way. */
    @Override
    public String toString() {
      return "Attempt[" + returnTo + "]";
    }
  }

  /**
   * A person as the provider tells of them.
   *
   * @param session the id of the provider's own session; null where it has none
   * @param name null if the provider vouches for no name
   * @param roles what the provider gives them, in its own words
   */
  record Identity(
      String subject,
      @Nullable String session,
      @Nullable String name,
      List<String> roles,
      List<String> groups) {}

  /**
   * Who is out.
   *
   * @param session null for all of the person's
   * @param subject null for whoever the session is of
   * @param untilMs sign-ins after this time are not meant
   */
  record LoggedOut(@Nullable String subject, @Nullable String session, long untilMs) {}

  /** The provider cannot be reached, or answers with what nobody understands. */
  final class Away extends Exception {
    private static final long serialVersionUID = 1;

    public Away(String why) {
      super(why);
    }
  }

  /** What was brought back is not good: used, too old, for somebody else, or not the provider's. */
  final class NotGood extends Exception {
    private static final long serialVersionUID = 1;

    public NotGood(String why) {
      super(why);
    }
  }

  /** Where a browser goes to sign in. */
  URI signIn(Attempt attempt) throws Away, InterruptedException;

  /**
   * Exchanges what the browser has brought back for the person.
   *
   * @param from who says to have answered; null where the answer does not name its issuer
   */
  Identity redeem(String code, @Nullable String from, Attempt attempt)
      throws Away, NotGood, InterruptedException;

  /** Where a browser goes to sign out there too; null if there is no such place, or none known. */
  @Nullable URI signOut(URI returnTo);

  /** Reads what the provider itself says of a session that has ended. */
  LoggedOut loggedOut(String token) throws Away, NotGood, InterruptedException;
}
