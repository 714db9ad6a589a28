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

  private static NameFilter open() {
    return new NameFilter(List.of(), List.of());
  }

  public static CapabilityScope of(NameFilter skills, NameFilter mcpServers, NameFilter mcpTools) {
    return new CapabilityScope(
        skills.allow(),
        skills.deny(),
        mcpServers.allow(),
        mcpServers.deny(),
        mcpTools.allow(),
        mcpTools.deny());
  }

  public NameFilter skills() {
    return new NameFilter(skillAllow, skillDeny);
  }

  public NameFilter mcpServers() {
    return new NameFilter(mcpServerAllow, mcpServerDeny);
  }

  public NameFilter mcpTools() {
    return new NameFilter(mcpToolAllow, mcpToolDeny);
  }

  public CapabilityScope normal() {
    return new CapabilityScope(
        NameFilter.normal(skillAllow),
        NameFilter.normal(skillDeny),
        NameFilter.normal(mcpServerAllow),
        NameFilter.normal(mcpServerDeny),
        NameFilter.normal(mcpToolAllow),
        NameFilter.normal(mcpToolDeny));
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
