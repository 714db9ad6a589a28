package dev.holdpoint.cli.rule;

import dev.holdpoint.api.PermissionBehavior;
import dev.holdpoint.cli.WireNames;

final class BehaviorNames extends WireNames<PermissionBehavior> {
  BehaviorNames() {
    super(PermissionBehavior.class);
  }
}
