package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("Where outputs are sent, in the one stored form.")
public record ReplyHandle(String plugin, String address) {}
