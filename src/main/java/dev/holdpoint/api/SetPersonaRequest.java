package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Required;

@About("The persona of the session from now on.")
public record SetPersonaRequest(@Required @Length(min = 1, max = Limits.ID) String personaId) {}
