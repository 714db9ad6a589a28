package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("The persona as it was when it was bound.")
public record PersonaView(
    String personaId,
    String displayName,
    String instructions,
    @OmitIfUnset @Nullable CapabilityScope capabilityScope) {}
