package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import java.util.List;

@About("What a session has said and what happened to its runs.")
public record SessionEventLogView(
    SessionView session, List<DaemonOutputRecord> daemonOutputs, List<RunEventEntry> runEvents) {
  public SessionEventLogView {
    daemonOutputs = Copies.of(daemonOutputs);
    runEvents = Copies.of(runEvents);
  }
}
