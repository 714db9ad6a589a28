package dev.holdpoint.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.policy.GateFacts;
import dev.holdpoint.core.policy.NamedPolicy;
import dev.holdpoint.core.policy.PolicyExpression;
import dev.holdpoint.core.policy.PolicyMatch;
import dev.holdpoint.core.policy.PolicyRules;
import dev.holdpoint.core.policy.Risk;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PolicyOrderTest {
  private static final List<Risk> RISKS = List.of(Risk.values());
  private static final List<String> PATTERNS = List.of("bash", "mcp__*", "write_file", "*", "b");
  private static final List<Set<String>> TOOLS =
      List.of(
          Set.of("bash"),
          Set.of("mcp__github__merge"),
          Set.of("acp:x/Write", "write_file"),
          Set.of("b"),
          Set.of());

  private static <T> @Nullable List<T> some(Random random, List<T> all) {
    return random.nextInt(4) == 0
        ? null
        : IntStream.rangeClosed(0, random.nextInt(2))
            .mapToObj(_ -> all.get(random.nextInt(all.size())))
            .toList();
  }

  private static NamedPolicy policy(Random random, int number) {
    return new NamedPolicy(
        "pol_" + number,
        "p",
        1,
        random.nextInt(5) == 0 ? "tnt_other" : null,
        random.nextInt(5) > 0,
        new PolicyMatch(
            some(random, List.of("approval", "question")),
            null,
            null,
            null,
            some(random, PATTERNS),
            null,
            some(random, List.of("low", "normal", "high"))),
        PolicyRules.of(PolicyExpression.parse("anyone")));
  }

  private static GateFacts gate(Random random) {
    GateKind kind = random.nextInt(3) == 0 ? GateKind.QUESTION : GateKind.APPROVAL;
    return new GateFacts(
        kind,
        random.nextBoolean() ? "tnt_root" : "tnt_other",
        "s",
        null,
        "native",
        kind == GateKind.QUESTION ? Set.of() : TOOLS.get(random.nextInt(TOOLS.size())),
        null,
        false,
        RISKS.get(random.nextInt(RISKS.size())),
        Set.of());
  }

  @Test
  void what_is_kept_for_a_tool_changes_nothing_of_which_policy_holds() {
    Random random = new Random(7);
    for (int round = 0; round < 200; round++) {
      List<NamedPolicy> all =
          IntStream.range(0, random.nextInt(8)).mapToObj(i -> policy(random, i)).toList();
      PolicyOrder order = new PolicyOrder(all);
      for (int i = 0; i < 50; i++) {
        GateFacts gate = gate(random);
        assertThat(order.first(gate)).isEqualTo(NamedPolicy.first(all, gate));
        if (!order.isAbout(gate.kind(), gate.tools())) {
          assertThat(all).noneMatch(policy -> policy.matches(gate));
        }
      }
    }
  }
}
