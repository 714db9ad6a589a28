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
          "`<data>/vault-key`, created at the first start",
          "file with the vault key: 32 bytes in base64, mode 0600; keep it away "
              + "from the data");
  static final Setting<String> KEY_ITSELF =
      optional("vault.key", Form.secret(KEY), "none", "the vault key itself, instead of a file")
          .asSecret();
  static final Setting<String> KEY_COMMAND =
      optional(
          "vault.key_command",
          Form.words(),
          "none",
          "program that prints the vault key, with its arguments, split at blanks; "
              + "not run by a shell");
  static final Setting<String> PREVIOUS_KEY =
      optional(
              "vault.previous_key",
              Form.secret(KEY),
              "none",
              "the previous vault key, until all secrets are encrypted with the new one")
          .asSecret();
  static final Setting<Path> PREVIOUS_KEY_FILE =
      optional("vault.previous_key_file", Form.path(), "none", "file with the previous vault key");
  static final Setting<Boolean> DISCARD_LOST =
      defaulting(
          "vault.discard_lost",
          Form.flag(),
          "false",
          "whether to start and destroy the secrets whose vault key is lost");

  static final List<Setting<?>> ALL =
      List.of(KEY_FILE, KEY_ITSELF, KEY_COMMAND, PREVIOUS_KEY, PREVIOUS_KEY_FILE, DISCARD_LOST);

  private VaultSettings() {}
}
