package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Strict;

@About("Who the session is from now on.")
@Strict
public record SetPersonaRequest(@Required @Length(min = 1, max = Limits.ID) String personaId) {}
