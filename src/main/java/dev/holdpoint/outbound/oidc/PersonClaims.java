package dev.holdpoint.outbound.oidc;

import com.nimbusds.jwt.JWTClaimsSet;
import dev.holdpoint.engine.port.IdentityProvider.Identity;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a provider says of a person, in its ID token or, where that leaves it out, beside it. */
final class PersonClaims {
  private static final String EMAIL = "email";
  private static final String VERIFIED = "email_verified";

  /** What a provider may tell of one person; more of it is not read. */
  private static final int MOST = 1_000;

  private static final int LONGEST = 200;

  private PersonClaims() {}

  /** Whether the ID token says all that is asked for. */
  static boolean hasAll(OidcClient client, JWTClaimsSet claims) {
    Map<String, Object> told = claims.getClaims();
    return Stream.of(client.nameClaim(), client.roleClaim(), client.groupsClaim())
        .allMatch(claim -> at(told, claim) != null);
  }

  static Identity read(OidcClient client, JWTClaimsSet claims, Map<String, Object> userInfo) {
    Map<String, Object> told = claims.getClaims();
    Object session = told.get("sid");
    return new Identity(
        claims.getSubject(),
        TokenClaims.identifier(session instanceof String text ? text : null),
        name(client, told, userInfo),
        words(found(client.roleClaim(), told, userInfo)),
        words(found(client.groupsClaim(), told, userInfo)));
  }

  /** An e-mail address that the provider has not verified is a name that anybody can choose. */
  private static @Nullable String name(
      OidcClient client, Map<String, Object> told, Map<String, Object> userInfo) {
    Map<String, Object> from = at(told, client.nameClaim()) == null ? userInfo : told;
    Object name = at(from, client.nameClaim());
    if (!(name instanceof String text) || text.isBlank()) {
      return null;
    }
    boolean isEmail = isEmail(client.nameClaim(), text, told, userInfo);
    return isEmail && !Boolean.TRUE.equals(from.get(VERIFIED)) ? null : text;
  }

  /** By the name of its claim, or because it is the address that the provider tells as well. */
  private static boolean isEmail(
      String claim, String name, Map<String, Object> told, Map<String, Object> userInfo) {
    return claim.toLowerCase(Locale.ROOT).endsWith(EMAIL)
        || (name.indexOf('@') >= 0
            && (isSame(name, told.get(EMAIL)) || isSame(name, userInfo.get(EMAIL))));
  }

  private static boolean isSame(String name, @Nullable Object email) {
    return email instanceof String text && text.equalsIgnoreCase(name);
  }

  private static @Nullable Object found(
      String claim, Map<String, Object> told, Map<String, Object> userInfo) {
    Object first = at(told, claim);
    return first == null ? at(userInfo, claim) : first;
  }

  /** A claim by its name, or by the names of the objects that lead to it. */
  private static @Nullable Object at(Map<String, Object> claims, String path) {
    Object whole = claims.get(path);
    if (whole != null) {
      return whole;
    }
    Object here = claims;
    for (String part : path.split("\\.", -1)) {
      here = here instanceof Map<?, ?> object ? object.get(part) : null;
    }
    return here;
  }

  /** One word, or a list of them. */
  private static List<String> words(@Nullable Object claim) {
    Stream<?> all =
        claim instanceof List<?> list
            ? list.stream()
            : claim instanceof String text ? Stream.of(text) : Stream.empty();
    return all.filter(String.class::isInstance)
        .map(String.class::cast)
        .filter(word -> !word.isEmpty() && word.length() <= LONGEST && TokenClaims.isKept(word))
        .distinct()
        .limit(MOST)
        .toList();
  }
}
