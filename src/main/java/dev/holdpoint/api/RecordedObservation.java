package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("A recorded observation, and the run that receives it.")
public record RecordedObservation(String observationId, String runId) {}
