package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("The meaning of a problem type, and what to do about it.")
public record ProblemKind(
    @About("Always problem_type.") String object,
    String type,
    String slug,
    String title,
    @About("The HTTP status of the problem.") int status,
    String meaning,
    String remedy) {}
