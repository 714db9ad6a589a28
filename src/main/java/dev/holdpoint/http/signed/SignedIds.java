package dev.holdpoint.http.signed;

import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * How ids are made of one another: run {@code run_X} is the assistant's message {@code msg_X}, and
 * what it answers is the user's message {@code msg_XU}.
 */
final class SignedIds {
  private static final String RUN = "run_";
  private static final String MESSAGE = "msg_";
  private static final String USER = "U";

  private SignedIds() {}

  static String message(RunHead head) {
    return MESSAGE + head.id().substring(RUN.length());
  }

  static String message(Run run) {
    return message(run.head());
  }

  static String userMessage(Run run) {
    return message(run) + USER;
  }

  /** A place among messages: the run, and whether it is the user's part of it. */
  record Place(long runKey, boolean user, String runId) {}

  /** What a message id names, or null when it is none. */
  static @Nullable Place place(String messageId) {
    boolean user = messageId.endsWith(USER) && messageId.length() == MESSAGE.length() + 27;
    String bare = user ? messageId.substring(0, messageId.length() - 1) : messageId;
    OptionalLong key = Ulid.keyOf(MESSAGE, bare);
    return key.isEmpty()
        ? null
        : new Place(key.getAsLong(), user, RUN + bare.substring(MESSAGE.length()));
  }
}
