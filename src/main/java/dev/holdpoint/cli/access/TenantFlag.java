package dev.holdpoint.cli.access;

import picocli.CommandLine.Parameters;

/** Whose keys: {@code @Mixin TenantFlag tenant}. */
final class TenantFlag {
  @Parameters(
      index = "0",
      paramLabel = "TENANT",
      description = "its id, from 'holdpoint tenants list'")
  private String id = "";

  String id() {
    return id;
  }
}
