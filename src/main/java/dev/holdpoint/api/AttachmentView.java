package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import org.jspecify.annotations.Nullable;

@About("A file that came with the input.")
public record AttachmentView(
    String id, String fileName, @Nullable String mediaType, long byteLength, String sha256) {}
