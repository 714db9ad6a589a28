package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("The outputs of a session and the events of its runs.")
public record SessionEventLogView(
    SessionView session,
    @About("As in session; in a page, the outputs of that page.")
        List<DaemonOutputRecord> daemonOutputs,
    List<RunEventEntry> runEvents,
    @About("The position of run_events, oldest first; present if pages were requested.")
        @OmitIfUnset
        @Nullable MorePages pagination) {
  public SessionEventLogView {
    daemonOutputs = Copies.of(daemonOutputs);
    runEvents = Copies.of(runEvents);
  }
}
