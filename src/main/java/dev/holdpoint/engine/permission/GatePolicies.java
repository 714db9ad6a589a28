package dev.holdpoint.engine.permission;

import dev.holdpoint.core.access.ApprovalPolicy;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.RequestTerms;
import dev.holdpoint.core.permission.ShellCommand;
import dev.holdpoint.core.policy.GateFacts;
import dev.holdpoint.core.policy.GatePolicy;
import dev.holdpoint.core.policy.NamedPolicy;
import dev.holdpoint.core.policy.OnExpiry;
import dev.holdpoint.core.policy.Risk;
import dev.holdpoint.core.run.ClientCall;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.policy.PolicyBook;
import dev.holdpoint.engine.policy.PolicyOrder;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which policy holds for a gate, or would hold for a call that is about to become one. */
public final class GatePolicies {
  private static final String NATIVE = "native";

  private GatePolicies() {}

  public static GatePolicy of(PolicyBook book, Run run, Gate gate) {
    ToolCall call =
        gate.kind() == GateKind.QUESTION || book.isEmpty() ? null : run.call(gate.callId());
    GatePolicy found = of(book, run, gate.kind(), call, gate.terms());
    return found.with(
        new GatePolicy.Timing(
            found.asked(), gate.isDeadlineFixed(), isConversation(book, run, gate, found)));
  }

  /**
   * Whether a host application waits for the message, which the deadline then ends. A child that
   * asks its parent gets its answer all the same.
   */
  private static boolean isConversation(PolicyBook book, Run run, Gate gate, GatePolicy found) {
    RunHead head = run.head();
    boolean failsAnyway =
        found.named() == null && found.asked() == null && gate.kind() == GateKind.APPROVAL;
    if (failsAnyway || head.tenantId().equals(Tenants.ROOT) || run.isClarification()) {
      return false;
    }
    Session session = book.session(head.sessionId());
    return session != null && session.conversation() != null;
  }

  /**
   * @param call null for a question
   * @param terms what the asker says of its own request; null where it says nothing
   */
  public static GatePolicy of(
      PolicyBook book,
      Run run,
      GateKind kind,
      @Nullable ToolCall call,
      @Nullable RequestTerms terms) {
    ApprovalPolicy floor = book.floor(run.head().tenantId());
    PolicyOrder order = book.order();
    MatchableCall matchable =
        call == null || order.all().isEmpty() ? null : MatchableCall.of(run, call);
    boolean any = order.isAbout(kind, matchable == null ? Set.of() : matchable.names());
    GateFacts facts = facts(book, run, kind, any ? matchable : null, risk(terms), any);
    NamedPolicy named = any ? order.first(facts).orElse(null) : null;
    return new GatePolicy(facts, named, floor, asked(terms));
  }

  /** Whether one click of anyone does not decide the call. */
  public static boolean isGuarded(
      PolicyBook book, Run run, ToolCall call, @Nullable RequestTerms terms) {
    return of(book, run, GateKind.APPROVAL, call, terms).isGuarded();
  }

  /**
   * @param matched whether policies will look at it, so that what only they want to know is worth
   *     reading
   */
  private static GateFacts facts(
      PolicyBook book,
      Run run,
      GateKind kind,
      @Nullable MatchableCall matchable,
      Risk risk,
      boolean matched) {
    RunHead head = run.head();
    String command = matchable == null ? null : matchable.command();
    Session session = matched ? book.session(head.sessionId()) : null;
    return new GateFacts(
        kind,
        head.tenantId(),
        head.sessionId(),
        session == null || session.persona() == null ? null : session.persona().id(),
        agent(head),
        matchable == null ? Set.of() : matchable.names(),
        command == null ? null : ShellCommand.of(command),
        matchable != null && (matchable.isUnreadShell() || matchable.unusual()),
        risk,
        requesters(book, head));
  }

  private static String agent(RunHead head) {
    if (head.isServed()) {
      return MatchableCall.AGENT + head.actorId();
    }
    if (head.driver() == RunHead.Driver.LOOP) {
      return head.provider().startsWith(MatchableCall.AGENT) ? head.provider() : NATIVE;
    }
    ClientCall client = head.client();
    return switch (head.sourceKind()) {
      case "hook" -> "hook";
      case "mcp" -> client == null || client.name() == null ? "mcp" : "mcp:" + client.name();
      // What a server asks while the loop calls one of its tools.
      case "elicitation" -> NATIVE;
      default -> "external";
    };
  }

  /**
   * By which names the principal is known that submitted the run. The run knows them by name,
   * whatever became of their token; a run from before knows the token alone. Users are known by the
   * subject of their token.
   */
  public static Set<String> requesters(PolicyBook book, RunHead head) {
    Set<String> names = new HashSet<>();
    String by = head.submittedBy();
    names.add(by);
    if (by.startsWith(Tenants.USER)) {
      names.add(by.substring(Tenants.USER.length()));
    }
    // Both: a token may have been given to another principal since.
    Stream.of(head.principal(), book.principal(by)).filter(Objects::nonNull).forEach(names::add);
    return names;
  }

  private static Risk risk(@Nullable RequestTerms terms) {
    RequestTerms.Risk said = terms == null ? null : terms.risk();
    return said == null ? Risk.NORMAL : Risk.valueOf(said.name());
  }

  private static @Nullable OnExpiry asked(@Nullable RequestTerms terms) {
    return terms == null || terms.onExpiry() == null
        ? null
        : OnExpiry.valueOf(terms.onExpiry().name());
  }
}
