package dev.holdpoint.api.json;

import dev.holdpoint.api.rule.About;

@About("A position in the body, as a JSON pointer, and what is wrong there.")
public record Fault(String pointer, String message) {}
