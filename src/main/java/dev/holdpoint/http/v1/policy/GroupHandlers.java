package dev.holdpoint.http.v1.policy;

import dev.holdpoint.api.endpoint.Role;
import dev.holdpoint.api.page.PageBodies.ListOrder;
import dev.holdpoint.api.policy.GroupBodies.ChangeGroupRequest;
import dev.holdpoint.api.policy.GroupBodies.ChangeMembersRequest;
import dev.holdpoint.api.policy.GroupBodies.CreateGroupRequest;
import dev.holdpoint.api.policy.GroupBodies.GroupView;
import dev.holdpoint.api.policy.GroupBodies.PersonView;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.policy.Group;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.engine.access.Tenancy;
import dev.holdpoint.engine.policy.Groups;
import dev.holdpoint.engine.policy.KnownPeople;
import dev.holdpoint.engine.policy.KnownPeople.KnownPerson;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.Bodies;
import dev.holdpoint.http.v1.call.ListPages;
import dev.holdpoint.http.v1.call.Replays;
import dev.holdpoint.http.v1.view.ViewContext;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** People, and groups of them: made, listed, changed, removed. */
public final class GroupHandlers {
  private final ViewContext sight;
  private final Bodies bodies;
  private final Groups groups;

  public GroupHandlers(ViewContext sight, Bodies bodies, Groups groups) {
    this.sight = sight;
    this.bodies = bodies;
    this.groups = groups;
  }

  public Map<String, Handler> all() {
    return Map.of(
        "listPeople", this::people,
        "createGroup", this::create,
        "listGroups", this::list,
        "getGroup", this::get,
        "changeGroup", this::change,
        "changeGroupMembers", this::changeMembers,
        "removeGroup", this::remove);
  }

  private Reply create(Call call) {
    CreateGroupRequest body = bodies.read(call, CreateGroupRequest.class);
    Groups.Made made =
        groups.create(
            new Groups.Spec(
                body.name(),
                body.tenantId(),
                Objects.requireNonNullElse(body.members(), List.of())),
            call.caller().name(),
            bodies.idempotency(call, body.idempotencyKey()));
    return Replays.marked(Reply.json(201, view(made.group())), made.replayed());
  }

  private Reply list(Call call) {
    ListPages.Request wish = ListPages.of(call, "groups");
    return sight.engine.read(
        queries -> ListPages.shelf(queries, wish, Group.KIND, null, GroupHandlers::view));
  }

  private Reply get(Call call) {
    return Reply.json(
        200,
        view(sight.engine.<Group>read(queries -> Groups.existing(queries, call.path("group_id")))));
  }

  private Reply change(Call call) {
    ChangeGroupRequest body = bodies.read(call, ChangeGroupRequest.class);
    return Reply.json(
        200,
        view(
            groups.edit(
                call.path("group_id"),
                new Groups.Edit(body.name(), body.members(), body.expectedVersion()))));
  }

  private Reply changeMembers(Call call) {
    ChangeMembersRequest body = bodies.read(call, ChangeMembersRequest.class);
    return Reply.json(
        200,
        view(
            groups.changeMembers(
                call.path("group_id"),
                Objects.requireNonNullElse(body.add(), List.of()),
                Objects.requireNonNullElse(body.remove(), List.of()))));
  }

  private Reply remove(Call call) {
    bodies.checkUnused(call);
    groups.remove(call.path("group_id"));
    return Reply.empty(204);
  }

  private static GroupView view(Group group) {
    return new GroupView(
        group.id(),
        group.title(),
        group.tenantId(),
        group.members(),
        group.version(),
        group.createdBy(),
        group.createdAtMs(),
        group.updatedAtMs());
  }

  private Reply people(Call call) {
    String tenant = call.query("tenant_id");
    ListPages.Request wish = ListPages.of(call, "people " + tenant);
    List<KnownPerson> all =
        sight.engine.read(
            queries -> {
              if (tenant != null
                  && !tenant.equals(Tenants.ROOT)
                  && Tenancy.tenant(queries, tenant) == null) {
                throw Problem.TENANT_NOT_FOUND
                    .because("There is no such tenant. GET /v1/tenants lists them.")
                    .asException();
              }
              return KnownPeople.of(queries, tenant, sight.engine.nowMs());
            });
    // Nobody is stored as a person, so a place is how many of the list came before it.
    int from = wish.after() == null ? 0 : (int) Math.min(wish.after().key(), all.size());
    int to = Math.min(from + wish.limit(), all.size());
    return ListPages.reply(
        wish,
        all.subList(from, to).stream().map(GroupHandlers::view).toList(),
        all::size,
        to < all.size() ? new ListPages.Place(false, to) : null,
        ListOrder.BY_NAME);
  }

  private static PersonView view(KnownPerson person) {
    return new PersonView(
        person.name(),
        person.roles().stream().map(role -> Role.valueOf(role.name())).toList(),
        List.copyOf(person.approverKeys()),
        List.copyOf(person.groups()),
        person.canDecide());
  }
}
