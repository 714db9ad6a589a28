package dev.holdpoint.api.policy;

import dev.holdpoint.api.endpoint.Role;
import dev.holdpoint.api.json.Copies;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.RefusedAs;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Bodies of requests and responses about people and groups. */
public interface GroupBodies {
  @About("A person, as tokens, approver keys and groups name them.")
  record PersonView(
      String name,
      @About("Roles of their valid tokens: admin, operator.") List<Role> roles,
      @About("Ids of their approver keys that are valid now.") List<String> approverKeys,
      @About("Names of the groups that they are a member of.") List<String> groups,
      @About("Whether a valid token or approver key has this name.") boolean canDecide) {
    public PersonView {
      roles = Copies.of(roles);
      approverKeys = Copies.of(approverKeys);
      groups = Copies.of(groups);
    }
  }

  @About("A named list of people.")
  record GroupView(
      String groupId,
      String name,
      String tenantId,
      List<String> members,
      @About("From 1, one more with every change.") int version,
      String createdBy,
      long createdAtMs,
      long updatedAtMs) {
    public GroupView {
      members = Copies.of(members);
    }
  }

  @About("A new group.")
  record CreateGroupRequest(
      @Required
          @Length(min = 1, max = Limits.GROUP_NAME)
          @Matches(value = Limits.PLAIN_PATTERN, message = Limits.PLAIN_RULE)
          @RefusedAs("invalid_group")
          @About("Unique in its tenant, without regard to case.")
          String name,
      @Length(min = 1, max = Limits.ID)
          @RefusedAs("invalid_group")
          @About("The root tenant when unset; policies of every tenant may name its groups.")
          @Nullable String tenantId,
      @Size(max = Limits.MEMBERS)
          @Length(min = 1, max = Limits.NAME)
          @Matches(value = Limits.PLAIN_PATTERN, message = Limits.PLAIN_RULE)
          @RefusedAs("invalid_group")
          @About("Names of tokens, or principals of approver keys; compared letter for letter.")
          @Nullable List<String> members,
      @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @RefusedAs("invalid_idempotency_key")
          @Nullable String idempotencyKey) {
    public CreateGroupRequest {
      members = Copies.orNull(members);
    }
  }

  @About("A change to a group; omitted members stay as they are.")
  record ChangeGroupRequest(
      @Length(min = 1, max = Limits.GROUP_NAME)
          @Matches(value = Limits.PLAIN_PATTERN, message = Limits.PLAIN_RULE)
          @RefusedAs("invalid_group")
          @Nullable String name,
      @Size(max = Limits.MEMBERS)
          @Length(min = 1, max = Limits.NAME)
          @Matches(value = Limits.PLAIN_PATTERN, message = Limits.PLAIN_RULE)
          @RefusedAs("invalid_group")
          @About("All members that it has from now on.")
          @Nullable List<String> members,
      @Range(min = 1, max = Integer.MAX_VALUE)
          @About("The version that was read; with another one nothing is changed.")
          @Nullable Integer expectedVersion) {
    public ChangeGroupRequest {
      members = Copies.orNull(members);
    }
  }

  @About("People who join or leave a group.")
  record ChangeMembersRequest(
      @Size(max = Limits.MEMBERS)
          @Length(min = 1, max = Limits.NAME)
          @Matches(value = Limits.PLAIN_PATTERN, message = Limits.PLAIN_RULE)
          @RefusedAs("invalid_group")
          @Nullable List<String> add,
      @Size(max = Limits.MEMBERS)
          @Length(min = 1, max = Limits.NAME)
          @RefusedAs("invalid_group")
          @About("A name that is no member changes nothing.")
          @Nullable List<String> remove) {
    public ChangeMembersRequest {
      add = Copies.orNull(add);
      remove = Copies.orNull(remove);
    }
  }
}
