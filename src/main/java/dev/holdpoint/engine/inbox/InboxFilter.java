package dev.holdpoint.engine.inbox;

import java.util.List;

/** Which gates a caller wants, by what no index knows. */
@FunctionalInterface
public interface InboxFilter {
  /** Those of these gates that the caller wants, in their order. */
  List<InboxGate> among(List<InboxGate> some);
}
