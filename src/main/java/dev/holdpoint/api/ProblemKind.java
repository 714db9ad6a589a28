package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("What a type of problem means, and what to do about it.")
public record ProblemKind(
    @About("Always problem_type.") String object,
    String type,
    String slug,
    String title,
    @About("With which status it is told.") int status,
    String meaning,
    String remedy) {}
