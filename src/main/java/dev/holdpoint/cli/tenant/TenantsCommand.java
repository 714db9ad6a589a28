package dev.holdpoint.cli.tenant;

import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.ExitCode;
import picocli.CommandLine.Command;

/** {@code holdpoint tenants}. */
@Command(
    name = "tenants",
    description = {
      "Tenants own sessions and have approval policies.",
      "All of these commands require an admin token."
    },
    subcommands = {
      TenantsList.class,
      TenantsShow.class,
      TenantsAdd.class,
      TenantsSuspend.class,
      TenantsResume.class,
      TenantsPolicy.class,
      TenantsRemove.class
    },
    footer = {
      "  holdpoint tenants add acme --external-id acme:1",
      "  holdpoint tenants policy tnt_01M7EP4BTA0000D5JFGYZTA0B9 --require-signature --approvals 2",
      "  holdpoint tenants suspend tnt_01M7EP4BTA0000D5JFGYZTA0B9",
      "  holdpoint tenants list",
      "",
      ExitCode.TABLE
    })
public final class TenantsCommand extends CommandGroup {}
