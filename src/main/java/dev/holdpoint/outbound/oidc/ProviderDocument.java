package dev.holdpoint.outbound.oidc;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.util.JSONObjectUtils;
import dev.holdpoint.engine.port.IdentityProvider.Away;
import java.net.URI;
import java.net.URISyntaxException;
import java.text.ParseException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a provider says of itself.
 *
 * @param algorithms what its tokens may be signed with: of its list, those that take a private key
 * @param secretInBody whether the client's secret goes into the form instead of the header
 * @param namesItself whether each of its answers names it as the issuer
 */
record ProviderDocument(
    URI authorization,
    URI token,
    @Nullable URI userInfo,
    URI keys,
    @Nullable URI endSession,
    Set<JWSAlgorithm> algorithms,
    boolean secretInBody,
    boolean namesItself) {
  /** Neither {@code none} nor HMAC: whoever knows our own secret could write such a token. */
  static final Set<JWSAlgorithm> TAKEN =
      Set.of(
          JWSAlgorithm.RS256,
          JWSAlgorithm.RS384,
          JWSAlgorithm.RS512,
          JWSAlgorithm.PS256,
          JWSAlgorithm.PS384,
          JWSAlgorithm.PS512,
          JWSAlgorithm.ES256,
          JWSAlgorithm.ES384,
          JWSAlgorithm.ES512,
          JWSAlgorithm.EdDSA,
          JWSAlgorithm.Ed25519);

  private static final String BASIC = "client_secret_basic";
  private static final String POST = "client_secret_post";

  static ProviderDocument of(URI issuer, Map<String, Object> json) throws Away {
    try {
      if (!issuer.toString().equals(JSONObjectUtils.getString(json, "issuer"))) {
        throw new Away("its document names another issuer than oidc.issuer");
      }
      Set<JWSAlgorithm> algorithms = new LinkedHashSet<>();
      List<String> listed =
          JSONObjectUtils.getStringList(json, "id_token_signing_alg_values_supported");
      for (String name : listed == null ? List.of("RS256") : listed) {
        JWSAlgorithm algorithm = JWSAlgorithm.parse(name);
        if (TAKEN.contains(algorithm)) {
          algorithms.add(algorithm);
        }
      }
      if (algorithms.isEmpty()) {
        throw new Away("it signs with no algorithm that is taken here");
      }
      List<String> methods =
          JSONObjectUtils.getStringList(json, "token_endpoint_auth_methods_supported");
      return new ProviderDocument(
          required(json, "authorization_endpoint"),
          required(json, "token_endpoint"),
          place(json, "userinfo_endpoint"),
          required(json, "jwks_uri"),
          place(json, "end_session_endpoint"),
          Set.copyOf(algorithms),
          methods != null && !methods.contains(BASIC) && methods.contains(POST),
          Boolean.TRUE.equals(json.get("authorization_response_iss_parameter_supported")));
    } catch (ParseException e) {
      throw new Away("its document cannot be read: " + e.getMessage());
    }
  }

  private static URI required(Map<String, Object> json, String member) throws Away, ParseException {
    URI place = place(json, member);
    if (place == null) {
      throw new Away("its document has no " + member);
    }
    return place;
  }

  private static @Nullable URI place(Map<String, Object> json, String member)
      throws Away, ParseException {
    String text = JSONObjectUtils.getString(json, member);
    if (text == null) {
      return null;
    }
    try {
      URI place = new URI(text);
      if (!isSafe(place)) {
        throw new Away("its " + member + " is not an https address");
      }
      return place;
    } catch (URISyntaxException e) {
      throw new Away("its " + member + " is no address");
    }
  }

  /** Encrypted, or on this machine, where nobody listens in between. */
  static boolean isSafe(URI place) {
    String host = place.getHost();
    if (host == null || place.getUserInfo() != null) {
      return false;
    }
    return "https".equalsIgnoreCase(place.getScheme())
        || ("http".equalsIgnoreCase(place.getScheme())
            && (host.equals("localhost") || host.equals("127.0.0.1") || host.equals("[::1]")));
  }
}
