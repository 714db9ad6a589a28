package dev.holdpoint.daemon.config;

import static dev.holdpoint.daemon.config.Setting.defaulting;
import static dev.holdpoint.daemon.config.Setting.optional;

import dev.holdpoint.core.access.Role;
import dev.holdpoint.outbound.oidc.OidcProvider;
import java.net.URI;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The OpenID provider that people sign in with.
 *
 * @param clientSecret null where it is in the file, or where there is none
 * @param roles which words of the role claim give which role
 */
public record OidcSettings(
    URI issuer,
    String clientId,
    @Nullable String clientSecret,
    @Nullable Path clientSecretFile,
    List<String> scopes,
    String nameClaim,
    String roleClaim,
    String groupsClaim,
    Map<Role, List<String>> roles,
    long sessionTtlMs) {
  static final Setting<URI> ISSUER =
      optional(
          "oidc.issuer",
          Form.httpUrl(),
          "none: people sign in with links and tokens only",
          "OpenID provider that people sign in with, exactly as its discovery document names it; "
              + "https, or http on this machine");
  static final Setting<String> CLIENT_ID =
      optional(
          "oidc.client_id",
          Form.visible(),
          "none; required with `oidc.issuer`",
          "id of this daemon at the provider");
  static final Setting<String> CLIENT_SECRET =
      optional(
              "oidc.client_secret",
              Form.token(),
              "none: a public client, protected by PKCE",
              "secret of this daemon at the provider")
          .asSecret();
  static final Setting<Path> CLIENT_SECRET_FILE =
      optional(
          "oidc.client_secret_file",
          Form.path(),
          "none",
          "file with that secret, instead of `client_secret`");
  static final Setting<List<String>> SCOPES =
      defaulting(
          "oidc.scopes",
          Form.arguments(),
          "openid profile email groups",
          "scopes to ask the provider for; `openid` must be one of them");
  static final Setting<String> NAME_CLAIM =
      defaulting(
          "oidc.name_claim",
          Form.visible(),
          "email",
          "claim that names a person here; an e-mail address counts only if the provider has "
              + "verified it");
  static final Setting<String> ROLE_CLAIM =
      defaulting(
          "oidc.role_claim",
          Form.visible(),
          "groups",
          "claim from which a person's role follows; dots lead into objects, as in "
              + "`realm_access.roles`");
  static final Setting<String> GROUPS_CLAIM =
      defaulting(
          "oidc.groups_claim",
          Form.visible(),
          "groups",
          "claim with the groups that a person is a member of while they are signed in");
  static final Setting<List<String>> ADMINS =
      optional(
          "oidc.roles.admin",
          Form.names(),
          "nobody",
          "values of the role claim that make a person an admin");
  static final Setting<List<String>> OPERATORS =
      optional(
          "oidc.roles.operator",
          Form.names(),
          "nobody",
          "values of the role claim that make a person an operator");
  static final Setting<List<String>> VIEWERS =
      optional(
          "oidc.roles.viewer",
          Form.names(),
          "nobody",
          "values of the role claim that make a person a viewer");
  static final Setting<Long> SESSION_TTL =
      defaulting(
          "oidc.session_ttl_ms",
          Form.millis(1_000, 604_800_000),
          "43200000",
          "how long a sign-in with the provider lasts");

  static final List<Setting<?>> ALL =
      List.of(
          ISSUER,
          CLIENT_ID,
          CLIENT_SECRET,
          CLIENT_SECRET_FILE,
          SCOPES,
          NAME_CLAIM,
          ROLE_CLAIM,
          GROUPS_CLAIM,
          ADMINS,
          OPERATORS,
          VIEWERS,
          SESSION_TTL);

  /** Empty where nobody signs in that way. */
  static Optional<OidcSettings> of(SettingValues settings) throws ConfigException {
    Optional<URI> issuer = settings.find(ISSUER);
    Optional<String> clientId = settings.find(CLIENT_ID);
    if (issuer.isEmpty() || clientId.isEmpty()) {
      if (Stream.of(issuer, clientId).anyMatch(Optional::isPresent)) {
        throw new ConfigException(
            "oidc is incomplete; set oidc.issuer and oidc.client_id, or neither of them");
      }
      return Optional.empty();
    }
    settings.checkOne(CLIENT_SECRET_FILE, CLIENT_SECRET);
    if (!OidcProvider.isSafe(issuer.get())) {
      throw new ConfigException(
          settings.where(ISSUER)
              + "'oidc.issuer' is '%s'; it must be an https address without a query, or an http "
                  .formatted(issuer.get())
              + "address of this machine");
    }
    Map<Role, List<String>> roles = new EnumMap<>(Role.class);
    settings.find(ADMINS).ifPresent(words -> roles.put(Role.ADMIN, words));
    settings.find(OPERATORS).ifPresent(words -> roles.put(Role.OPERATOR, words));
    settings.find(VIEWERS).ifPresent(words -> roles.put(Role.VIEWER, words));
    if (roles.values().stream().allMatch(List::isEmpty)) {
      throw new ConfigException(
          "oidc.roles gives nobody a role; set oidc.roles.admin, .operator or .viewer");
    }
    if (!settings.get(SCOPES).contains("openid")) {
      throw new ConfigException(
          settings.where(SCOPES) + "'oidc.scopes' has no 'openid', which the provider requires");
    }
    boolean inFile = settings.wins(CLIENT_SECRET_FILE, CLIENT_SECRET);
    return Optional.of(
        new OidcSettings(
            issuer.get(),
            clientId.get(),
            inFile ? null : settings.find(CLIENT_SECRET).orElse(null),
            inFile ? settings.find(CLIENT_SECRET_FILE).orElse(null) : null,
            settings.get(SCOPES),
            settings.get(NAME_CLAIM),
            settings.get(ROLE_CLAIM),
            settings.get(GROUPS_CLAIM),
            roles,
            settings.get(SESSION_TTL)));
  }

  /** Records print their members; a secret must not end up in a log that way. */
  @Override
  public String toString() {
    return "OidcSettings[" + issuer + "]";
  }
}
