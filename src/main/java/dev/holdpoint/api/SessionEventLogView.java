package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("What a session has said and what happened to its runs.")
public record SessionEventLogView(
    SessionView session,
    @About("As in session; in a page, what was said in it.") List<DaemonOutputRecord> daemonOutputs,
    List<RunEventEntry> runEvents,
    @About("Of run_events, oldest first; there when pages were asked for.") @OmitIfUnset
        @Nullable MorePages pagination) {
  public SessionEventLogView {
    daemonOutputs = Copies.of(daemonOutputs);
    runEvents = Copies.of(runEvents);
  }
}
