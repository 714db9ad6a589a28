package dev.holdpoint.engine.access;

import dev.holdpoint.core.access.Role;
import dev.holdpoint.core.access.SignedIn;
import dev.holdpoint.core.access.Token;
import dev.holdpoint.core.access.WebSession;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.engine.port.IdentityProvider;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets people in whom an identity provider has named, in the role that its words give them. */
public final class SingleSignOn {
  private static final Logger log = LoggerFactory.getLogger(SingleSignOn.class);

  /** The highest comes first: who has two is what the higher one is. */
  private static final List<Role> ROLES = List.of(Role.ADMIN, Role.OPERATOR, Role.VIEWER);

  private final Tokens tokens;
  private final WebSessions webSessions;
  private final Policy policy;

  /**
   * @param roles which of the provider's words give which role
   * @param ttlMs how long a sign-in lasts
   */
  public record Policy(Map<Role, List<String>> roles, long ttlMs) {}

  /** Why somebody is not let in whom the provider knows. */
  public enum Reason {
    NO_ROLE,
    NO_NAME,
    NAME_NOT_USABLE
  }

  /** The provider knows the person, and they do not get in. */
  public static final class NotAdmitted extends Exception {
    private static final long serialVersionUID = 1;
    private final Reason reason;

    NotAdmitted(Reason reason) {
      super(reason.name());
      this.reason = reason;
    }

    public Reason reason() {
      return reason;
    }
  }

  public SingleSignOn(Tokens tokens, WebSessions webSessions, Policy policy) {
    this.tokens = tokens;
    this.webSessions = webSessions;
    this.policy = policy;
  }

  /**
   * Opens a browser for the person.
   *
   * @param secretSha256 of the cookie
   * @param unknownSha256 of a secret that nobody knows
   */
  public WebSession open(
      String issuer, IdentityProvider.Identity person, String secretSha256, String unknownSha256)
      throws NotAdmitted {
    Role role = role(person.roles());
    String name = person.name();
    if (role == null) {
      // The provider's last word is that they are nobody here: browsers from before are out too.
      webSessions.endOf(
          issuer, new IdentityProvider.LoggedOut(person.subject(), null, Long.MAX_VALUE));
      throw new NotAdmitted(Reason.NO_ROLE);
    }
    if (name == null) {
      throw new NotAdmitted(Reason.NO_NAME);
    }
    Token token;
    try {
      token =
          tokens.signIn(
              new SignedIn(issuer, person.subject(), person.groups()),
              name,
              role,
              policy.ttlMs,
              unknownSha256);
    } catch (Refused refused) {
      log.warn("a person of {} has a name that cannot be used: {}", issuer, refused.getMessage());
      throw new NotAdmitted(Reason.NAME_NOT_USABLE);
    }
    return webSessions.open(token.id(), secretSha256, person.session());
  }

  private @Nullable Role role(List<String> words) {
    return ROLES.stream()
        .filter(
            role -> policy.roles.getOrDefault(role, List.of()).stream().anyMatch(words::contains))
        .findFirst()
        .orElse(null);
  }
}
