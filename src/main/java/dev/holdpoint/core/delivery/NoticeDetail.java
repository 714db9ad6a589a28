package dev.holdpoint.core.delivery;

/** How much a notification tells of what waits. Stored by name: append only. */
public enum NoticeDetail {
  /** What kind of call it is, and whether its risk is high; nothing of the input. */
  KIND,
  /** The title that every surface shows, without what looks like a secret. */
  TITLE
}
