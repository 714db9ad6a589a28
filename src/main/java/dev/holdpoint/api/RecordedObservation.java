package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("An observation that was taken, and the run in which the session sees it.")
public record RecordedObservation(String observationId, String runId) {}
