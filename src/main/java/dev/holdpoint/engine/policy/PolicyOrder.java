package dev.holdpoint.engine.policy;

import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.policy.GateFacts;
import dev.holdpoint.core.policy.NamedPolicy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The policies in the order of their positions: the first that matches a gate holds for it. Which
 * of them are for a tool at all is found once for each tool, since most are for few tools.
 */
public final class PolicyOrder {
  /** Agents call their tools what they like: beyond this, nothing more is kept. */
  private static final int MOST_KEPT = 1_000;

  private final List<NamedPolicy> all;
  private final Map<Asked, List<NamedPolicy>> kept = new ConcurrentHashMap<>();

  private record Asked(GateKind kind, Set<String> tools) {}

  public PolicyOrder(List<NamedPolicy> all) {
    this.all = List.copyOf(all);
  }

  /** Also those that are not enabled. */
  public List<NamedPolicy> all() {
    return all;
  }

  /** The policy that holds for the gate. */
  public Optional<NamedPolicy> first(GateFacts gate) {
    return NamedPolicy.first(about(gate.kind(), gate.tools()), gate);
  }

  /**
   * Whether one may hold for such a gate, as far as its kind and the names of its tool say.
   *
   * @param tools empty for a question
   */
  public boolean isAbout(GateKind kind, Set<String> tools) {
    return !about(kind, tools).isEmpty();
  }

  private List<NamedPolicy> about(GateKind kind, Set<String> tools) {
    if (all.isEmpty()) {
      return all;
    }
    Asked asked = new Asked(kind, Set.copyOf(tools));
    List<NamedPolicy> known = kept.get(asked);
    if (known == null) {
      known =
          all.stream()
              .filter(policy -> policy.enabled() && policy.match().isAbout(kind, tools))
              .toList();
      if (kept.size() < MOST_KEPT) {
        kept.put(asked, known);
      }
    }
    return known;
  }
}
