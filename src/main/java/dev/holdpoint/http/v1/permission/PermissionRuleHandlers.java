package dev.holdpoint.http.v1.permission;

import dev.holdpoint.api.endpoint.Endpoint.Access;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.page.PageBodies.ListOrder;
import dev.holdpoint.api.permission.PermissionBodies.CreatePermissionRuleRequest;
import dev.holdpoint.api.permission.PermissionBodies.PermissionBehavior;
import dev.holdpoint.api.permission.PermissionBodies.PermissionScope;
import dev.holdpoint.api.permission.PermissionBodies.PreviewPermissionRuleRequest;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.permission.PermissionRule.Scope;
import dev.holdpoint.core.permission.PermissionRule.ScopeKind;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.engine.permission.PermissionRules;
import dev.holdpoint.engine.permission.RulePreview;
import dev.holdpoint.engine.permission.RuleValidation;
import dev.holdpoint.engine.permission.Rulebook;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.Bodies;
import dev.holdpoint.http.v1.call.ListPages;
import dev.holdpoint.http.v1.call.Narrowed;
import dev.holdpoint.http.v1.call.OwnSight;
import dev.holdpoint.http.v1.call.Replays;
import dev.holdpoint.http.v1.view.RuleViews;
import dev.holdpoint.http.v1.view.ViewContext;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Standing answers: written, listed, explained, tried out, revoked. */
public final class PermissionRuleHandlers {
  private final ViewContext sight;
  private final Bodies bodies;
  private final PermissionRules rules;
  private final RulePreview hindsight;

  public PermissionRuleHandlers(ViewContext sight, Bodies bodies, PermissionRules rules) {
    this.sight = sight;
    this.bodies = bodies;
    this.rules = rules;
    this.hindsight = new RulePreview(sight.engine);
  }

  public Map<String, Handler> all() {
    return Map.of(
        "createPermissionRule", this::create,
        "listPermissionRules", this::list,
        "previewPermissionRule", this::preview,
        "getPermissionRule", this::get,
        "revokePermissionRule", this::revoke);
  }

  private Reply create(Call call) {
    CreatePermissionRuleRequest body = bodies.read(call, CreatePermissionRuleRequest.class);
    PermissionRules.Made made =
        rules.add(
            wish(
                body.behavior(),
                body.tool(),
                body.command(),
                body.scope(),
                body.expiresAtMs(),
                body.maxUses(),
                stepUp(body),
                body.target()),
            call.caller().tenantId(),
            call.caller().name(),
            bodies.idempotency(call, body.idempotencyKey()));
    return Replays.marked(
        Reply.json(201, RuleViews.of(made.rule(), sight.engine.nowMs())), made.replayed());
  }

  private static PermissionRules.Spec wish(
      PermissionBehavior behavior,
      String tool,
      @Nullable String command,
      PermissionScope scope,
      @Nullable Long expiresAtMs,
      @Nullable Integer maxUses,
      boolean stepUp,
      @Nullable String target) {
    return new PermissionRules.Spec(
        Behavior.valueOf(behavior.name()),
        tool,
        command,
        ScopeKind.valueOf(scope.kind().name()),
        scope.id(),
        expiresAtMs,
        maxUses,
        stepUp,
        target);
  }

  private static boolean stepUp(CreatePermissionRuleRequest body) {
    if (body.stepUp() != null && body.behavior() != PermissionBehavior.ASK) {
      throw Problem.INVALID_PERMISSION_RULE
          .because("Only a rule that asks can want a passkey. Nothing was changed.")
          .at("/step_up", "is allowed only with behavior ask")
          .asException();
    }
    return body.stepUp() != null;
  }

  private Reply list(Call call) {
    String tenant = call.caller().tenantId();
    String session = call.query("session_id");
    String project = call.query("project_id");
    String kind = call.query("scope");
    if (Stream.of(session, project, kind).filter(Objects::nonNull).count() > 1) {
      throw Problem.INVALID_REQUEST
          .because("A rule has one scope. Send only one of session_id, project_id and scope.")
          .asException();
    }
    ListPages.Request wish =
        ListPages.of(
            call, "permission-rules %s %s %s %s".formatted(tenant, session, project, kind));
    long nowMs = sight.engine.nowMs();
    String group =
        session == null ? group(kind, tenant) : new Scope(ScopeKind.SESSION, session).group();
    return sight.engine.read(
        queries ->
            project != null || "project".equals(kind)
                ? ofProjects(
                    wish,
                    Rulebook.ofProjects(queries, project).stream()
                        .filter(OwnSight.of(queries, call.caller())::has)
                        .toList(),
                    tenant,
                    nowMs)
                : Narrowed.shelf(
                    queries,
                    wish,
                    PermissionRule.KIND,
                    group,
                    OwnSight.orAll(call.caller(), OwnSight.of(queries, call.caller())::has),
                    rule -> RuleViews.of(rule, nowMs)));
  }

  private static @Nullable String group(@Nullable String kind, String tenant) {
    return switch (kind) {
      // Whoever is bound to a tenant gets no list in which others may have rules.
      case null -> tenant.equals(Tenants.ROOT) ? null : new Scope(ScopeKind.USER, tenant).group();
      case "user" -> new Scope(ScopeKind.USER, tenant).group();
      case "project" -> new Scope(ScopeKind.PROJECT, "").group();
      default ->
          throw Problem.INVALID_REQUEST
              .because(
                  "scope must be project or user. Use session_id to list the rules of a "
                      + "session.")
              .asException();
    };
  }

  private static Reply ofProjects(
      ListPages.Request wish, List<PermissionRule> rules, String tenant, long nowMs) {
    long below = wish.after() == null ? Long.MAX_VALUE : wish.after().key();
    List<PermissionRule> own =
        rules.stream()
            .filter(rule -> tenant.equals(Tenants.ROOT) || tenant.equals(rule.tenantId()))
            .toList();
    List<PermissionRule> rest = own.stream().filter(rule -> rule.key() < below).toList();
    List<PermissionRule> shown = rest.stream().limit(wish.limit()).toList();
    return ListPages.reply(
        wish,
        shown.stream().map(rule -> RuleViews.of(rule, nowMs)).toList(),
        own::size,
        shown.size() < rest.size() ? new ListPages.Place(false, shown.getLast().key()) : null,
        ListOrder.NEWEST_FIRST);
  }

  private Reply get(Call call) {
    return Reply.json(
        200,
        RuleViews.of(found(call.path("rule_id"), call.caller().tenantId()), sight.engine.nowMs()));
  }

  private PermissionRule found(String id, String tenant) {
    return PermissionRules.found(
        sight.engine.read(
            queries ->
                ViewContext.kept(
                    queries, PermissionRule.KIND, PermissionRule.PREFIX, id, PermissionRule::id)),
        tenant);
  }

  private Reply revoke(Call call) {
    bodies.checkUnused(call);
    rules.revoke(call.path("rule_id"), call.caller().tenantId(), call.caller().may(Access.ADMIN));
    return Reply.empty(204);
  }

  private Reply preview(Call call) {
    PreviewPermissionRuleRequest body = bodies.read(call, PreviewPermissionRuleRequest.class);
    int limit = body.limit() == null ? Limits.PREVIEWED_CALLS_DEFAULT : body.limit();
    return Reply.json(
        200, RuleViews.of(hindsight.of(tried(body, call.caller().tenantId()), limit)));
  }

  private PermissionRule tried(PreviewPermissionRuleRequest body, String tenant) {
    boolean described =
        body.behavior() != null
            || body.tool() != null
            || body.command() != null
            || body.target() != null
            || body.scope() != null;
    if (body.ruleId() != null) {
      if (described) {
        throw Problem.INVALID_REQUEST
            .because("Send either rule_id alone, or a rule without it.")
            .at("/rule_id", "is not allowed together with other members of a rule")
            .asException();
      }
      return found(body.ruleId(), tenant);
    }
    if (body.behavior() == null || body.tool() == null || body.scope() == null) {
      throw Problem.INVALID_REQUEST
          .because("Send rule_id, or behavior, tool and scope of a new rule.")
          .at(
              body.behavior() == null ? "/behavior" : body.tool() == null ? "/tool" : "/scope",
              "is required")
          .asException();
    }
    PermissionRules.Spec wish =
        wish(
            body.behavior(),
            body.tool(),
            body.command(),
            body.scope(),
            null,
            null,
            false,
            body.target());
    return sight.engine.read(queries -> RuleValidation.imagined(queries, wish, tenant));
  }
}
