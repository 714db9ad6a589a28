package dev.holdpoint.daemon.config;

import static dev.holdpoint.daemon.config.Setting.defaulting;

import java.util.List;

/**
 * What people do about gates without deciding them, and when they are told that nobody has looked.
 *
 * @param claimMs how long a claim lasts
 * @param assignMs how long a claim in another's name lasts
 * @param unseenAfterMs how long a gate waits without a look before it is told; 0 for never
 * @param undoMs how long page and terminal hold decisions, so that they can be undone
 */
public record TriageSettings(long claimMs, long assignMs, long unseenAfterMs, long undoMs) {
  static final Setting<Long> CLAIM_MS =
      defaulting(
          "triage.claim_ms",
          Form.millis(60_000, 86_400_000),
          "900000",
          "how long a claim lasts if its request does not say it");
  static final Setting<Long> ASSIGN_MS =
      defaulting(
          "triage.assign_ms",
          Form.millis(60_000, 2_592_000_000L),
          "86400000",
          "how long an assignment lasts if its request does not say it");
  static final Setting<Long> UNSEEN_AFTER_MS =
      defaulting(
          "notifications.unseen_after_ms",
          Form.millis(0, 315_360_000_000L),
          "0",
          "how long a gate waits without a look before it sends `unseen`, five times at most; "
              + "0 sends none");

  static final Setting<Long> UNDO_MS =
      defaulting(
          "page.undo_ms",
          Form.millis(0, 60_000),
          "5000",
          "how long the page and the terminal hold an allow before it takes effect, so that it can "
              + "be undone; 0 does not hold it");

  static final List<Setting<?>> ALL = List.of(CLAIM_MS, ASSIGN_MS, UNSEEN_AFTER_MS, UNDO_MS);

  static TriageSettings of(SettingValues settings) {
    return new TriageSettings(
        settings.get(CLAIM_MS),
        settings.get(ASSIGN_MS),
        settings.get(UNSEEN_AFTER_MS),
        settings.get(UNDO_MS));
  }
}
