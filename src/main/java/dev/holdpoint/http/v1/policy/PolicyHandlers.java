package dev.holdpoint.http.v1.policy;

import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.page.PageBodies.ListOrder;
import dev.holdpoint.api.policy.PolicyBodies.CreatePolicyRequest;
import dev.holdpoint.api.policy.PolicyBodies.PolicyView;
import dev.holdpoint.api.policy.PolicyBodies.PreviewPolicyRequest;
import dev.holdpoint.api.policy.PolicyBodies.ReplacePolicyRequest;
import dev.holdpoint.api.policy.PolicyBodies.TriedPolicy;
import dev.holdpoint.core.policy.NamedPolicy;
import dev.holdpoint.core.policy.PolicyVersion;
import dev.holdpoint.core.policy.StoredPolicy;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.engine.policy.Policies;
import dev.holdpoint.engine.policy.PolicyAdvice;
import dev.holdpoint.engine.policy.PolicyBook;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.RecordWalk;
import dev.holdpoint.engine.standing.PolicyPreview;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.Bodies;
import dev.holdpoint.http.v1.call.ListPages;
import dev.holdpoint.http.v1.call.Replays;
import dev.holdpoint.http.v1.view.ViewContext;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Approval policies: written, listed, replaced, removed; every version of each. */
public final class PolicyHandlers {
  private final ViewContext sight;
  private final Bodies bodies;
  private final Policies policies;
  private final PolicyPreview hindsight;

  public PolicyHandlers(ViewContext sight, Bodies bodies, Policies policies) {
    this.sight = sight;
    this.bodies = bodies;
    this.policies = policies;
    this.hindsight = new PolicyPreview(sight.engine);
  }

  public Map<String, Handler> all() {
    return Map.of(
        "createPolicy", this::create,
        "listPolicies", this::list,
        "getPolicy", this::get,
        "replacePolicy", this::replace,
        "removePolicy", this::remove,
        "listPolicyVersions", this::versions,
        "previewPolicy", this::preview);
  }

  private Reply create(Call call) {
    CreatePolicyRequest body = bodies.read(call, CreatePolicyRequest.class);
    Policies.Made made =
        policies.create(
            new Policies.Spec(
                body.name(),
                body.position(),
                !Boolean.FALSE.equals(body.enabled()),
                PolicyViews.draft(body)),
            call.caller().name(),
            bodies.idempotency(call, body.idempotencyKey()));
    return Replays.marked(Reply.json(201, shown(made.policy())), made.replayed());
  }

  private Reply replace(Call call) {
    ReplacePolicyRequest body = bodies.read(call, ReplacePolicyRequest.class);
    return Reply.json(
        200,
        shown(
            policies.replace(
                call.path("policy_id"),
                new Policies.Spec(
                    body.name(),
                    body.position(),
                    !Boolean.FALSE.equals(body.enabled()),
                    PolicyViews.draft(body)),
                body.expectedVersion(),
                call.caller().name())));
  }

  private Reply preview(Call call) {
    PreviewPolicyRequest body = bodies.read(call, PreviewPolicyRequest.class);
    int limit = body.limit() == null ? Limits.PREVIEWED_CALLS_DEFAULT : body.limit();
    String id = body.policyId();
    TriedPolicy tried = body.policy();
    if ((id == null) == (tried == null)) {
      throw Problem.INVALID_REQUEST
          .because("Send either policy_id or policy.")
          .at(
              id == null ? "/policy" : "/policy_id",
              id == null ? "is required" : "is not allowed together with policy")
          .asException();
    }
    NamedPolicy policy =
        sight.engine.read(
            queries ->
                tried == null
                    ? Policies.trial(Policies.existing(queries, String.valueOf(id)))
                    : policies.imagined(queries, PolicyViews.draft(tried)));
    return Reply.json(200, PolicyViews.of(hindsight.of(policy, limit)));
  }

  private Reply remove(Call call) {
    bodies.checkUnused(call);
    policies.remove(call.path("policy_id"));
    return Reply.empty(204);
  }

  private Reply get(Call call) {
    return sight.engine.read(
        queries ->
            Reply.json(200, shown(queries, Policies.existing(queries, call.path("policy_id")))));
  }

  private PolicyView shown(StoredPolicy policy) {
    return sight.engine.read(queries -> shown(queries, policy));
  }

  private PolicyView shown(Queries queries, StoredPolicy policy) {
    return PolicyViews.of(policy, advice(queries).getOrDefault(policy.id(), List.of()));
  }

  private Map<String, List<String>> advice(Queries queries) {
    return PolicyAdvice.of(PolicyBook.of(queries, sight.engine.nowMs()));
  }

  private Reply list(Call call) {
    ListPages.Request wish = ListPages.of(call, "approval-policies");
    return sight.engine.read(
        queries -> {
          List<StoredPolicy> all =
              RecordWalk.of(queries, StoredPolicy.KIND, null)
                  .sorted(Comparator.comparingInt(StoredPolicy::position))
                  .toList();
          Map<String, List<String>> advice = all.isEmpty() ? Map.of() : advice(queries);
          long after = wish.after() == null ? 0 : wish.after().key();
          List<StoredPolicy> rest = all.stream().filter(it -> it.position() > after).toList();
          List<StoredPolicy> shown = rest.stream().limit(wish.limit()).toList();
          return ListPages.reply(
              wish,
              shown.stream()
                  .map(it -> PolicyViews.of(it, advice.getOrDefault(it.id(), List.of())))
                  .toList(),
              all::size,
              shown.size() < rest.size()
                  ? new ListPages.Place(false, shown.getLast().position())
                  : null,
              ListOrder.BY_POSITION);
        });
  }

  /** Also of a policy that was removed: decisions name it. */
  private Reply versions(Call call) {
    String id = call.path("policy_id");
    ListPages.Request wish = ListPages.of(call, "approval-policies " + id);
    return sight.engine.read(
        queries -> {
          if (queries.countKept(PolicyVersion.KIND, id) == 0) {
            throw Policies.notFound();
          }
          return ListPages.shelf(
              queries,
              wish,
              PolicyVersion.KIND,
              id,
              version -> PolicyViews.of(version.policy(), List.of()));
        });
  }
}
