package dev.holdpoint.api.access;

import dev.holdpoint.api.access.PasskeyBodies.PasskeyAnswer;
import dev.holdpoint.api.access.PasskeyBodies.PasskeySupport;
import dev.holdpoint.api.endpoint.Role;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.Required;
import org.jspecify.annotations.Nullable;

/** Bodies of requests and responses about tokens and sign-in. */
public interface TokenBodies {
  @About("A token without its secret.")
  record TokenRow(
      String tokenId,
      String name,
      Role role,
      @About("The person or program that its decisions are counted for.") String principal,
      @OmitIfUnset @Nullable String tenantId,
      @About("For role agent: the sessions that it reaches.") @OmitIfUnset
          @Nullable SessionAccess sessionAccess,
      long createdAtMs,
      @OmitIfUnset @Nullable Long expiresAtMs,
      @OmitIfUnset @Nullable Long lastUsedAtMs) {}

  @About("own: sessions that the token created or that are shared with it, and their children.")
  enum SessionAccess {
    OWN,
    ALL
  }

  @About("A new token.")
  record CreateTokenRequest(
      @Required @Length(min = 1, max = Limits.NAME) String name,
      @Required Role role,
      @Length(min = 1, max = Limits.ID) @Nullable String tenantId,
      @Range(min = 1, max = Limits.TIME_MS)
          @About("null for no limit; without it, tokens.default_ttl_ms from now.")
          @Nullable Long expiresAtMs,
      @Length(min = 1, max = Limits.NAME)
          @About(
              "The person or program that its decisions are counted for. The default is the name.")
          @Nullable String principal,
      @About("For role agent. The default is tokens.agent_sessions.")
          @Nullable SessionAccess sessionAccess) {}

  @About("Changes to a token. What is left out stays as it is.")
  record ChangeTokenRequest(
      @Range(min = 1, max = Limits.TIME_MS) @About("null for no limit.") @Nullable Long expiresAtMs,
      @Length(min = 1, max = Limits.NAME) @About("null for the name of the token.")
          @Nullable String principal,
      @About("For role agent.") @Nullable SessionAccess sessionAccess) {}

  @About("A new token; its secret is shown only once.")
  record CreatedToken(
      String tokenId,
      String name,
      Role role,
      @About("The person or program that its decisions are counted for.") String principal,
      @OmitIfUnset @Nullable String tenantId,
      @About("For role agent: the sessions that it reaches.") @OmitIfUnset
          @Nullable SessionAccess sessionAccess,
      long createdAtMs,
      @OmitIfUnset @Nullable Long expiresAtMs,
      @About("Send it as Authorization: Bearer. It cannot be shown again.") String token) {}

  @About(
      "The caller. web_session_id and the two below it are only for a browser that has signed in.")
  record CallerView(
      @About("The id of the token, or admin.") String principalId,
      @About("The name under which this caller's decisions are recorded.") String name,
      Role role,
      String tenantId,
      @OmitIfUnset @Nullable String webSessionId,
      @About("When the browser must sign in again.") @OmitIfUnset @Nullable Long expiresAtMs,
      @About("Send it as X-Holdpoint-CSRF with all methods except GET and HEAD.") @OmitIfUnset
          @Nullable String csrfToken,
      @About("Where a browser that came in by an identity provider signs out there, too.")
          @OmitIfUnset
          @Nullable String signOutUrl,
      PasskeySupport passkeys,
      @About("How long page and terminal hold an allow, so that it can be undone.") long undoMs) {
    /** Records print their members; a secret must not end up in a log that way. */
    @Override
    public String toString() {
      return "CallerView[" + principalId + "]";
    }
  }

  @About("A link that signs in one browser, once.")
  record SignInLink(
      @About("Open it in a browser. The first browser that opens it is signed in.") String url,
      @About("The part of the link after the #.") String code,
      long expiresAtMs) {
    /** Records print their members; a secret must not end up in a log that way. */
    @Override
    public String toString() {
      return "SignInLink";
    }
  }

  @About("Credentials of a browser: one of the three.")
  record SignInRequest(
      @About("The code of a link; can be used once.") @Length(min = 1, max = Limits.ID)
          @Nullable String code,
      @Length(min = 1, max = Limits.TOKEN) @Nullable String token,
      @Nullable PasskeyAnswer passkey) {
    /** Records print their members; a secret must not end up in a log that way. */
    @Override
    public String toString() {
      return "SignInRequest";
    }
  }

  @About("A browser that has signed in, or a link that can sign one in.")
  record WebSessionRow(
      String webSessionId,
      WebSessionState state,
      @About("The id of the token that created it, or admin.") String principalId,
      String name,
      @OmitIfUnset @Nullable Role role,
      String tenantId,
      long createdAtMs,
      @About("When the browser signed in.") @OmitIfUnset @Nullable Long openedAtMs,
      long expiresAtMs) {}

  @About("Whether a link was not opened yet, or a browser is signed in.")
  enum WebSessionState {
    OFFERED,
    OPEN
  }
}
