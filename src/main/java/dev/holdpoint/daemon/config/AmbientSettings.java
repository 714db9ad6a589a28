package dev.holdpoint.daemon.config;

import static dev.holdpoint.daemon.config.Setting.defaulting;

import java.util.List;

/** The settings of the prompts beside a chat. */
final class AmbientSettings {
  static final Setting<Boolean> REQUIRE_ID =
      defaulting(
          "ambient.require_id",
          Form.flag(),
          "false",
          "whether every decision under `/api` must have `approval_id`, and every "
              + "answer `clarify_id`");

  static final List<Setting<?>> ALL = List.of(REQUIRE_ID);

  private AmbientSettings() {}
}
