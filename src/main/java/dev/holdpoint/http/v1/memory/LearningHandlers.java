package dev.holdpoint.http.v1.memory;

import dev.holdpoint.api.memory.LearningBodies.CreateLearningRequest;
import dev.holdpoint.api.memory.LearningBodies.EditLearningRequest;
import dev.holdpoint.api.page.PageBodies.ListOrder;
import dev.holdpoint.core.memory.Learning;
import dev.holdpoint.core.memory.LearningScope;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.engine.memory.Learnings;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.Bodies;
import dev.holdpoint.http.v1.call.ListPages;
import dev.holdpoint.http.v1.call.Narrowed;
import dev.holdpoint.http.v1.call.OwnSight;
import dev.holdpoint.http.v1.view.MemoryViews;
import dev.holdpoint.http.v1.view.ViewContext;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Learnings: written down, listed, corrected, forgotten. */
public final class LearningHandlers {
  private final ViewContext sight;
  private final Bodies bodies;
  private final Learnings learnings;

  public LearningHandlers(ViewContext sight, Bodies bodies, Learnings learnings) {
    this.sight = sight;
    this.bodies = bodies;
    this.learnings = learnings;
  }

  public Map<String, Handler> all() {
    return Map.of(
        "createLearning", this::create,
        "listLearnings", this::list,
        "getLearning", this::get,
        "editLearning", this::edit,
        "removeLearning", this::remove);
  }

  private Reply create(Call call) {
    CreateLearningRequest body = bodies.read(call, CreateLearningRequest.class);
    Learnings.Made made =
        learnings.create(
            Learning.Kind.valueOf(body.kind().name()),
            core(body.scope()),
            body.content(),
            new Learnings.Spec(
                null,
                null,
                null,
                core(Learning.Sensitivity.class, body.sensitivity()),
                core(Learning.PublishTier.class, body.publishTier()),
                core(Learning.PolicyDecision.class, body.policyDecision()),
                core(Learning.VerificationStatus.class, body.verificationStatus()),
                body.publishedAtMs()),
            bodies.idempotency(call, body.idempotencyKey()));
    Reply reply = Reply.json(201, MemoryViews.of(made.learning()));
    return made.replayed() ? reply.with("Idempotency-Replayed", "true") : reply;
  }

  private Reply list(Call call) {
    String group = group(call);
    ListPages.Request wish = ListPages.of(call, "learnings " + (group == null ? "" : group));
    return sight.engine.read(
        queries -> {
          if (call.caller().ownOnly()) {
            return Narrowed.shelf(
                queries,
                wish,
                Learning.KIND,
                group,
                OwnSight.of(queries, call.caller())::has,
                MemoryViews::of);
          }
          long below = wish.after() == null ? Long.MAX_VALUE : wish.after().key();
          List<Learning> found = queries.keptBelow(Learning.KIND, group, below, wish.limit() + 1);
          boolean more = found.size() > wish.limit();
          List<Learning> shown = more ? found.subList(0, wish.limit()) : found;
          return ListPages.reply(
              wish,
              shown.stream().map(MemoryViews::of).toList(),
              () -> queries.countKept(Learning.KIND, group),
              more ? new ListPages.Place(false, shown.getLast().key()) : null,
              ListOrder.NEWEST_FIRST);
        });
  }

  /** Half a scope would narrow the list in a way that nobody can guess. */
  private static @Nullable String group(Call call) {
    String kind = call.query("scope_kind");
    String id = call.query("scope_id");
    if (kind == null && id == null) {
      return null;
    }
    boolean whole = kind != null && id != null;
    LearningScope scope = whole ? LearningScope.parse(kind + ":" + id) : null;
    if (scope == null || !scope.kind().wire().equals(kind)) {
      throw Problem.INVALID_REQUEST
          .because(
              "Send scope_kind (session, persona or workspace) together with scope_id, or neither.")
          .asException();
    }
    return scope.text();
  }

  private Reply get(Call call) {
    String id = call.path("learning_id");
    return Reply.json(
        200, sight.engine.read(queries -> MemoryViews.of(Learnings.find(queries, id))));
  }

  private Reply edit(Call call) {
    EditLearningRequest body = bodies.read(call, EditLearningRequest.class);
    return Reply.json(
        200,
        MemoryViews.of(
            learnings.edit(
                call.path("learning_id"),
                new Learnings.Spec(
                    core(Learning.Kind.class, body.kind()),
                    body.scope() == null ? null : core(body.scope()),
                    body.content(),
                    core(Learning.Sensitivity.class, body.sensitivity()),
                    core(Learning.PublishTier.class, body.publishTier()),
                    core(Learning.PolicyDecision.class, body.policyDecision()),
                    core(Learning.VerificationStatus.class, body.verificationStatus()),
                    body.publishedAtMs()))));
  }

  private Reply remove(Call call) {
    learnings.remove(call.path("learning_id"));
    return Reply.empty(204);
  }

  private static LearningScope core(dev.holdpoint.api.memory.LearningBodies.LearningScope scope) {
    return new LearningScope(LearningScope.Kind.valueOf(scope.kind().name()), scope.id());
  }

  /** The same word in the core, where one was sent. */
  private static <E extends Enum<E>> @Nullable E core(Class<E> type, @Nullable Enum<?> word) {
    return word == null ? null : Enum.valueOf(type, word.name());
  }
}
