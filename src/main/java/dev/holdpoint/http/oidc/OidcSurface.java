package dev.holdpoint.http.oidc;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.core.access.WebSession;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.engine.access.SingleSignOn;
import dev.holdpoint.engine.access.SingleSignOn.NotAdmitted;
import dev.holdpoint.engine.access.WebSessions;
import dev.holdpoint.engine.port.IdentityProvider;
import dev.holdpoint.engine.port.IdentityProvider.Attempt;
import dev.holdpoint.engine.port.IdentityProvider.Away;
import dev.holdpoint.engine.port.IdentityProvider.Identity;
import dev.holdpoint.engine.port.IdentityProvider.LoggedOut;
import dev.holdpoint.engine.port.IdentityProvider.NotGood;
import dev.holdpoint.http.server.Authenticator;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Caller;
import dev.holdpoint.http.server.FailedCredentials;
import dev.holdpoint.http.server.FailedCredentials.CredentialKind;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.server.WebCookie;
import dev.holdpoint.http.v1.access.SignInHandlers;
import dev.holdpoint.http.v1.access.TokenHandlers;
import java.net.URI;
import java.net.URLDecoder;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Signing in with an identity provider. What goes wrong is told by the sign-in page, to which a
 * browser is led back with a word for it.
 */
public final class OidcSurface {
  private static final Logger log = LoggerFactory.getLogger(OidcSurface.class);
  private static final int FOUND = 302;
  private static final int INVALID = 400;
  private static final String BACK = "/ui/oidc/callback";
  private static final String SIGN_IN_PAGE = "/ui/sign-in?problem=";

  /** Calls to the provider at once; anybody can make the daemon ask it. */
  private static final int AT_ONCE = 16;

  private final @Nullable Door door;
  private final Semaphore asking = new Semaphore(AT_ONCE);

  /**
   * Of its own: browsers that wait for the provider must not keep it from ending what has ended.
   */
  private final Semaphore hearing = new Semaphore(AT_ONCE);

  /** What is needed to let somebody in. */
  private record Door(
      Authenticator authenticator,
      IdentityProvider provider,
      SingleSignOn signOn,
      WebSessions webSessions,
      FailedCredentials failures,
      @Nullable String publicUrl) {}

  /** What the sign-in page offers; without a name, nothing. */
  private record Offer(@Nullable String name) {}

  private OidcSurface(@Nullable Door door) {
    this.door = door;
  }

  public static Map<String, Handler> handlers(SignInHandlers.Entrance entrance) {
    SignInHandlers.Provider provider = entrance.provider();
    OidcSurface surface =
        new OidcSurface(
            provider == null
                ? null
                : new Door(
                    entrance.authenticator(),
                    provider.port(),
                    provider.signOn(),
                    entrance.webSessions(),
                    entrance.failures(),
                    entrance.publicUrl()));
    return Map.of(
        "oidcProvider",
        surface::provider,
        "oidcStart",
        surface::start,
        "oidcCallback",
        surface::callback,
        "oidcLogout",
        surface::loggedOut);
  }

  private Reply provider(Call call) {
    return Reply.json(200, new Offer(door == null ? null : door.provider.name()));
  }

  private Reply start(Call call) {
    Door open = opened();
    Attempt attempt = AttemptCookie.begun(returnTo(open, call));
    return asked(
        call,
        open,
        () ->
            led(open.provider.signIn(attempt).toString())
                .with("Set-Cookie", AttemptCookie.set(call, attempt)));
  }

  private Reply callback(Call call) {
    Door open = opened();
    Attempt attempt = AttemptCookie.of(call, returnTo(open, call));
    String state = one(call.queries("state"));
    if (attempt == null || state == null || !isSame(attempt.state(), state)) {
      return refused(call, open, "not_begun");
    }
    String code = one(call.queries("code"));
    if (code == null || code.isEmpty()) {
      return back(call, "cancelled");
    }
    List<String> from = call.queries("iss");
    if (from.size() > 1) {
      return refused(call, open, "not_good");
    }
    return asked(
        call, open, () -> entered(call, open, open.provider.redeem(code, one(from), attempt)));
  }

  private static Reply entered(Call call, Door open, Identity person) {
    String secret = AttemptCookie.secret();
    try {
      WebSession session =
          open.signOn.open(
              open.provider.issuer(),
              person,
              TokenHandlers.sha256(secret),
              TokenHandlers.sha256(AttemptCookie.secret()));
      Caller caller = open.authenticator.recognize(secret);
      if (caller != null) {
        open.failures.made(CredentialKind.COOKIE, secret, call.from(), caller);
      }
      long seconds = (session.untilMs() - Objects.requireNonNull(session.openedAtMs())) / 1000;
      return led("/ui")
          .with("Set-Cookie", AttemptCookie.cleared(call))
          .with("Set-Cookie", WebCookie.set(call.origin(), secret, seconds));
    } catch (NotAdmitted e) {
      return refused(call, open, e.reason().name().toLowerCase(Locale.ROOT));
    }
  }

  /** The provider itself says who is out. It is told no more than whether that was understood. */
  private Reply loggedOut(Call call) {
    Door open = opened();
    String token = logoutToken(call);
    if (token == null) {
      throw notTaken("Send logout_token as a form.");
    }
    if (!hearing.tryAcquire()) {
      throw Problem.UNAVAILABLE
          .because("Too many calls are under way. Nothing was ended; try again.")
          .asException();
    }
    try {
      LoggedOut out = open.provider.loggedOut(token);
      int ended = open.webSessions.endOf(open.provider.issuer(), out);
      log.info("{} has ended {} sign-ins", open.provider.name(), ended);
      return Reply.empty(200).with("Cache-Control", "no-store");
    } catch (NotGood e) {
      open.failures.tell("a logout token was rejected", e.getMessage(), call.from());
      open.failures.refused(
          call.endpoint().id(), INVALID, Problem.INVALID_REQUEST.code(), call.from());
      throw notTaken("The logout token is not valid. Nothing was ended.");
    } catch (Away e) {
      open.failures.tell("a logout token could not be checked", e.getMessage(), call.from());
      throw Problem.UNAVAILABLE
          .because("The provider's keys cannot be read. Nothing was ended; try again.")
          .asException();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw notTaken("The daemon is stopping. Nothing was ended.");
    } finally {
      hearing.release();
    }
  }

  private static RuntimeException notTaken(String why) {
    return Problem.INVALID_REQUEST.because(why).asException();
  }

  private static @Nullable String logoutToken(Call call) {
    List<String> found = new ArrayList<>();
    for (String pair : new String(call.body(), UTF_8).split("&", -1)) {
      if (pair.startsWith("logout_token=")) {
        try {
          found.add(URLDecoder.decode(pair.substring(pair.indexOf('=') + 1), UTF_8));
        } catch (IllegalArgumentException _) {
          return null;
        }
      }
    }
    return one(found);
  }

  /** A step that asks the provider. */
  @FunctionalInterface
  private interface Step {
    Reply go() throws Away, NotGood, InterruptedException;
  }

  private Reply asked(Call call, Door open, Step step) {
    if (!asking.tryAcquire()) {
      return back(call, "provider_away");
    }
    try {
      return step.go();
    } catch (Away e) {
      open.failures.tell("the identity provider cannot be used", e.getMessage(), call.from());
      return back(call, "provider_away");
    } catch (NotGood e) {
      open.failures.tell(
          "a sign-in with the identity provider was rejected", e.getMessage(), call.from());
      return refused(call, open, "not_good");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return back(call, "provider_away");
    } finally {
      asking.release();
    }
  }

  /** Leads back, and has on record that a person was not let in. */
  private static Reply refused(Call call, Door open, String word) {
    open.failures.refused(call.endpoint().id(), FOUND, word, call.from());
    return back(call, word);
  }

  private static Reply back(Call call, String word) {
    return led(SIGN_IN_PAGE + word).with("Set-Cookie", AttemptCookie.cleared(call));
  }

  private static Reply led(String to) {
    return Reply.empty(FOUND).with("Location", to).with("Cache-Control", "no-store");
  }

  private Door opened() {
    if (door == null) {
      throw Problem.API_ROUTE_NOT_FOUND
          .because("Nobody signs in with an identity provider here; oidc.issuer is not set.")
          .asException();
    }
    return door;
  }

  private static URI returnTo(Door open, Call call) {
    return URI.create((open.publicUrl == null ? call.origin() : open.publicUrl) + BACK);
  }

  private static @Nullable String one(List<String> values) {
    return values.size() == 1 ? values.getFirst() : null;
  }

  private static boolean isSame(String one, String other) {
    return MessageDigest.isEqual(one.getBytes(UTF_8), other.getBytes(UTF_8));
  }
}
