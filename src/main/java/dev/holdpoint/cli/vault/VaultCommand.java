package dev.holdpoint.cli.vault;

import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.ExitCode;
import picocli.CommandLine.Command;

/** {@code holdpoint vault}. */
@Command(
    name = "vault",
    description = "The key that encrypts the secrets of conversations.",
    subcommands = {VaultStatus.class, VaultRotate.class},
    footer = {"  holdpoint vault status", "  holdpoint vault rotate", "", ExitCode.TABLE})
public final class VaultCommand extends CommandGroup {}
