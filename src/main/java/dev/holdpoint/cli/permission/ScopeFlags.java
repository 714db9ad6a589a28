package dev.holdpoint.cli.permission;

import dev.holdpoint.api.permission.PermissionBodies.PermissionScope;
import dev.holdpoint.api.permission.PermissionBodies.PermissionScopeKind;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a rule speaks; one of these: {@code @ArgGroup ScopeFlags where}. */
final class ScopeFlags {
  @Option(names = "--session", paramLabel = "SESSION", description = "only in this session")
  private @Nullable String sessionId;

  @Option(
      names = "--project",
      paramLabel = "PROJECT",
      description = "in the sessions of this project")
  private @Nullable String projectId;

  @Option(names = "--everywhere", description = "in every session of your tenant")
  private boolean everywhere;

  PermissionScope read() {
    if (everywhere) {
      return new PermissionScope(PermissionScopeKind.USER, null);
    }
    return sessionId == null
        ? new PermissionScope(PermissionScopeKind.PROJECT, projectId)
        : new PermissionScope(PermissionScopeKind.SESSION, sessionId);
  }
}
