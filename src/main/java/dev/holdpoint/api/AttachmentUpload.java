package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Required;
import org.jspecify.annotations.Nullable;

@About("A file sent along with the content.")
public record AttachmentUpload(
    @Required @Length(min = 1, max = Limits.FILE_NAME) String fileName,
    @Length(min = 1, max = Limits.MEDIA_TYPE) @Nullable String mediaType,
    @Required @Length(min = 1, max = Limits.BASE64) String contentBase64) {}
