package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("The gate that was raised, and the run that waits at it.")
public record RaisedQuestion(
    String runId,
    UserQuestionRequestView request,
    @About("The page on which people decide.") String link) {}
