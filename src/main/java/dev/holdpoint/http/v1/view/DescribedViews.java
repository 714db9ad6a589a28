package dev.holdpoint.http.v1.view;

import dev.holdpoint.api.description.DescriptionBodies.DescribedKind;
import dev.holdpoint.api.description.DescriptionBodies.LineageView;
import dev.holdpoint.api.description.DescriptionBodies.RiskReasonView;
import dev.holdpoint.api.description.DescriptionBodies.RiskView;
import dev.holdpoint.core.description.CallKind;
import dev.holdpoint.core.description.CallRisk;
import dev.holdpoint.core.description.Description;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.json.Descriptions;
import dev.holdpoint.engine.port.store.Queries;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What every surface says about a gate, as the wire has it. */
public final class DescribedViews {
  private static final int MOST_PARENTS = 8;
  private static final int MOST_LOOKED_AT = 8;

  private DescribedViews() {}

  /**
   * Who asks.
   *
   * @param name null where that is not known
   * @param lineage null for a session that no other has started
   */
  public record Asker(@Nullable String name, @Nullable List<LineageView> lineage) {}

  /** As far as the run itself says so, which is the same whenever it is read. */
  static Asker then(Run run) {
    return new Asker(Descriptions.agentName(run.head()), null);
  }

  /** With the persona and the parents of its session. */
  public static Asker now(Queries queries, Run run) {
    return of(queries.session(run.head().sessionId()), queries, run);
  }

  private static Asker of(@Nullable Session session, Queries queries, Run run) {
    List<LineageView> above = new ArrayList<>();
    Session child = session;
    Session next = parent(queries, child);
    while (child != null && next != null && above.size() < MOST_PARENTS) {
      above.addFirst(new LineageView(next.id(), startedIn(queries, next, child), persona(next)));
      child = next;
      next = parent(queries, child);
    }
    String persona = persona(session);
    return new Asker(
        persona == null ? Descriptions.agentName(run.head()) : persona,
        above.isEmpty() ? null : above);
  }

  /**
   * The run of a session that was working when it started another: one works at a time, and none
   * that was submitted later had begun by then. Null where it is not there any more.
   */
  private static @Nullable String startedIn(Queries queries, Session parent, Session child) {
    Run run = queries.lastStartedRun(parent.key(), child.key());
    for (int i = 0; run != null && i < MOST_LOOKED_AT; i++) {
      Long started = run.startedAtMs();
      if (started != null && started <= child.createdAtMs()) {
        return run.id();
      }
      run = queries.lastStartedRun(parent.key(), run.key());
    }
    return null;
  }

  private static @Nullable Session parent(Queries queries, @Nullable Session session) {
    return session == null || session.parent() == null
        ? null
        : queries.session(session.parent().id());
  }

  private static @Nullable String persona(@Nullable Session session) {
    return session == null || session.persona() == null
        ? null
        : Description.name(session.persona().displayName());
  }

  public static RiskView risk(CallRisk risk) {
    return new RiskView(
        risk.level().wire(),
        risk.reasons().stream()
            .map(
                one ->
                    new RiskReasonView(
                        one.code().wire(),
                        one.level().wire(),
                        one.code().message(),
                        one.pointer(),
                        one.start(),
                        one.end()))
            .toList());
  }

  public static DescribedKind kind(CallKind kind) {
    return DescribedKind.valueOf(kind.name());
  }

  public static JsonNode facts(Map<String, Object> facts) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    facts.forEach(
        (name, value) -> {
          if (value instanceof Integer number) {
            node.put(name, number);
          } else {
            node.put(name, value.toString());
          }
        });
    return node;
  }
}
