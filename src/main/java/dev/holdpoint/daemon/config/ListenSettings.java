package dev.holdpoint.daemon.config;

import static dev.holdpoint.daemon.config.Setting.optional;

import dev.holdpoint.http.proxy.AddressBlock;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How people reach the daemon.
 *
 * @param certFile the certificate that is served; null with {@code keyFile} for plain HTTP
 * @param trustedProxies whose word is taken on who called them
 */
public record ListenSettings(
    @Nullable Path certFile, @Nullable Path keyFile, List<AddressBlock> trustedProxies) {
  static final Setting<Path> CERT_FILE =
      optional(
          "tls.cert_file",
          Form.path(),
          "none: plain HTTP",
          "the certificate for HTTPS followed by its issuers, in PEM; reloaded "
              + "when it changes");
  static final Setting<Path> KEY_FILE =
      optional(
          "tls.key_file",
          Form.path(),
          "none",
          "its key: RSA, EC or Ed25519, PKCS #8 in PEM, not encrypted; reloaded "
              + "when it changes");
  static final Setting<List<AddressBlock>> TRUSTED_PROXIES =
      optional(
          "trusted_proxies",
          Form.blocks(),
          "none",
          "proxies whose `Forwarded` or `X-Forwarded-*` headers are trusted: "
              + "addresses and blocks such as `10.0.0.0/8`");

  static final List<Setting<?>> ALL = List.of(CERT_FILE, KEY_FILE, TRUSTED_PROXIES);

  static ListenSettings of(SettingValues settings) throws ConfigException {
    Path cert = settings.find(CERT_FILE).orElse(null);
    Path key = settings.find(KEY_FILE).orElse(null);
    if ((cert == null) != (key == null)) {
      throw new ConfigException(
          "tls is incomplete; set both tls.cert_file and tls.key_file, or neither");
    }
    return new ListenSettings(cert, key, settings.find(TRUSTED_PROXIES).orElse(List.of()));
  }

  public boolean isEncrypted() {
    return certFile != null;
  }
}
