package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.Required;
import org.jspecify.annotations.Nullable;

@About("A file sent along with the content.")
public record AttachmentUpload(
    @Required
        @Length(min = 1, max = Limits.FILE_NAME)
        @Matches(value = Limits.FILE_NAME_PATTERN, message = Limits.FILE_NAME_RULE)
        String fileName,
    @Length(min = 1, max = Limits.MEDIA_TYPE)
        @Matches(value = Limits.MEDIA_TYPE_PATTERN, message = Limits.MEDIA_TYPE_RULE)
        @About("Derived from the file's name when unset.")
        @Nullable String mediaType,
    @Required @Length(min = 1, max = Limits.BASE64) String contentBase64) {}
