package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Words;

@About("The state of the vault, without keys and secrets.")
public record VaultView(
    @About("Identifies the key without revealing it.") String keyId,
    @About("Where the key comes from.") @Words({"file", "environment", "command"}) String source,
    @About("Number of secrets, of conversations and of approver keys.") long secrets,
    @About(
            "How many of them are still encrypted with an older key; 0 except during "
                + "a key change.")
        long wrappedByOlder) {}
