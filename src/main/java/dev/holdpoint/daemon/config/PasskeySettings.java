package dev.holdpoint.daemon.config;

import static dev.holdpoint.daemon.config.Setting.defaulting;
import static dev.holdpoint.daemon.config.Setting.optional;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where passkeys are good.
 *
 * @param rpId the name that they are bound to; empty for the host of public_url, or localhost
 * @param origins the pages that may use them; empty for public_url and this machine
 * @param allowSynced whether they may be copied to other devices
 */
public record PasskeySettings(Optional<String> rpId, List<String> origins, boolean allowSynced) {
  /** Lowercase labels, of which the last is no number. */
  private static final Pattern HOST =
      Pattern.compile("([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)*[a-z]([a-z0-9-]{0,61}[a-z0-9])?");

  private static final Pattern PAGE = Pattern.compile("https?://[a-z0-9.-]{1,253}(:[0-9]{1,5})?");

  static final Setting<String> RP_ID =
      optional(
          "passkeys.rp_id",
          host(),
          "the host of `public_url`, or `localhost`",
          "the host name that passkeys are bound to, without a port; not an IP address");
  static final Setting<List<String>> ORIGINS =
      optional(
          "passkeys.origins",
          pages(),
          "`public_url` and `http://localhost:<port>`",
          "the addresses of pages that may use passkeys, such as `https://holdpoint.example.com`");
  static final Setting<Boolean> ALLOW_SYNCED =
      defaulting(
          "passkeys.allow_synced",
          Form.flag(),
          "true",
          "whether a passkey may be one that its owner's devices copy to each other");

  static final List<Setting<?>> ALL = List.of(RP_ID, ORIGINS, ALLOW_SYNCED);

  private static Form<String> host() {
    return new Form<>(
        "a host name such as holdpoint.example.com, not an IP address",
        false,
        (text, _) -> HOST.matcher(text).matches() ? text : null,
        text -> text);
  }

  private static Form<List<String>> pages() {
    return new Form<>(
        "addresses such as https://holdpoint.example.com, without a path",
        true,
        (text, _) -> {
          List<String> pages = Arrays.stream(text.split(",", -1)).map(String::strip).toList();
          return pages.stream().allMatch(it -> PAGE.matcher(it).matches()) ? pages : null;
        },
        pages -> String.join(",", pages));
  }

  public PasskeySettings {
    origins = List.copyOf(origins);
  }

  static PasskeySettings of(SettingValues settings) {
    return new PasskeySettings(
        settings.find(RP_ID), settings.find(ORIGINS).orElse(List.of()), settings.get(ALLOW_SYNCED));
  }
}
