package dev.holdpoint.daemon.config;

import static dev.holdpoint.daemon.config.Setting.defaulting;
import static dev.holdpoint.daemon.config.Setting.optional;

import java.nio.file.Path;
import java.util.List;

/** The settings of the vault. */
final class VaultSettings {
  private static final String KEY = "32 bytes in base64";

  static final Setting<Path> KEY_FILE =
      optional(
          "vault.key_file",
          Form.path(),
          "`<data>/vault-key`, made on the first start",
          "the key of the vault: 32 bytes in base64, mode 0600; better not beside the data");
  static final Setting<String> KEY_ITSELF =
      optional("vault.key", Form.secret(KEY), "none", "or the key of the vault itself").asSecret();
  static final Setting<String> KEY_COMMAND =
      optional(
          "vault.key_command",
          Form.words(),
          "none",
          "or a program that prints it, with its arguments, split at blanks; no shell reads it");
  static final Setting<String> PREVIOUS_KEY =
      optional(
              "vault.previous_key",
              Form.secret(KEY),
              "none",
              "the key before, until all secrets are sealed under the new one")
          .asSecret();
  static final Setting<Path> PREVIOUS_KEY_FILE =
      optional("vault.previous_key_file", Form.path(), "none", "or the file that holds it");
  static final Setting<Boolean> DISCARD_LOST =
      defaulting(
          "vault.discard_lost",
          Form.flag(),
          "false",
          "whether to start though secrets are sealed under a key that is gone, and destroy them");

  static final List<Setting<?>> ALL =
      List.of(KEY_FILE, KEY_ITSELF, KEY_COMMAND, PREVIOUS_KEY, PREVIOUS_KEY_FILE, DISCARD_LOST);

  private VaultSettings() {}
}
