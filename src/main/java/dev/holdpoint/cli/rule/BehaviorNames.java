package dev.holdpoint.cli.rule;

import dev.holdpoint.api.permission.PermissionBodies.PermissionBehavior;
import dev.holdpoint.cli.WireNames;

final class BehaviorNames extends WireNames<PermissionBehavior> {
  BehaviorNames() {
    super(PermissionBehavior.class);
  }
}
