package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("One session, one project, or every session of the tenant.")
public enum PermissionScopeKind {
  SESSION,
  PROJECT,
  USER
}
