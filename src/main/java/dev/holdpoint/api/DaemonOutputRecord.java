package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("An output of a run and its targets.")
public record DaemonOutputRecord(
    String sessionId,
    String runId,
    @Nullable String plugin,
    @Nullable String address,
    @About("Plain text, for readers that do not support parts.") String content,
    List<OutputPart> parts,
    List<AttachmentRef> artifacts,
    OutputSource sourceKind) {
  public DaemonOutputRecord {
    parts = Copies.of(parts);
    artifacts = Copies.of(artifacts);
  }
}
