package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("Something a run said, and where it was to be sent.")
public record DaemonOutputRecord(
    String sessionId,
    String runId,
    @Nullable String plugin,
    @Nullable String address,
    @About("Plain text, for readers that know no parts.") String content,
    List<OutputPart> parts,
    List<AttachmentRef> artifacts,
    OutputSource sourceKind) {
  public DaemonOutputRecord {
    parts = Copies.of(parts);
    artifacts = Copies.of(artifacts);
  }
}
