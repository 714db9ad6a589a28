package dev.holdpoint.core.session;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a session can see or call. */
public record CapabilityScope(
    List<String> skillAllow,
    List<String> skillDeny,
    List<String> mcpServerAllow,
    List<String> mcpServerDeny,
    List<String> mcpToolAllow,
    List<String> mcpToolDeny) {
  public static final CapabilityScope ALL = of(open(), open(), open());

  private static Names open() {
    return new Names(List.of(), List.of());
  }

  public static CapabilityScope of(Names skills, Names mcpServers, Names mcpTools) {
    return new CapabilityScope(
        skills.allow(),
        skills.deny(),
        mcpServers.allow(),
        mcpServers.deny(),
        mcpTools.allow(),
        mcpTools.deny());
  }

  public Names skills() {
    return new Names(skillAllow, skillDeny);
  }

  public Names mcpServers() {
    return new Names(mcpServerAllow, mcpServerDeny);
  }

  public Names mcpTools() {
    return new Names(mcpToolAllow, mcpToolDeny);
  }

  public CapabilityScope normal() {
    return new CapabilityScope(
        Names.normal(skillAllow),
        Names.normal(skillDeny),
        Names.normal(mcpServerAllow),
        Names.normal(mcpServerDeny),
        Names.normal(mcpToolAllow),
        Names.normal(mcpToolDeny));
  }

  /** What both allow: neither can widen the other. */
  public static @Nullable CapabilityScope both(
      @Nullable CapabilityScope baseline, @Nullable CapabilityScope own) {
    if (baseline == null || own == null) {
      return baseline == null ? own : baseline;
    }
    return of(
        baseline.skills().and(own.skills()),
        baseline.mcpServers().and(own.mcpServers()),
        baseline.mcpTools().and(own.mcpTools()));
  }
}
