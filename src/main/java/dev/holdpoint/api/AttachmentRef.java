package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import org.jspecify.annotations.Nullable;

@About("A stored file in an output.")
public record AttachmentRef(String id, @Nullable String mediaType, @Nullable String fileName) {}
