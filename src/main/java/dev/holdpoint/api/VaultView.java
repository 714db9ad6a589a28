package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Words;

@About("The vault: never a key, and nothing of what is in it.")
public record VaultView(
    @About("Tells the key apart from others and says nothing of it.") String keyId,
    @About("Where the key comes from.") @Words({"file", "environment", "command"}) String source,
    @About("How many secrets there are, of conversations and of approver keys.") long secrets,
    @About("How many of them an older key still opens; 0 unless keys are being changed.")
        long wrappedByOlder) {}
