package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("A target for outputs, in its stored form.")
public record ReplyHandle(String plugin, String address) {}
