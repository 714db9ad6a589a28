package dev.holdpoint.core.question;

import java.util.List;

/** One thing that is asked. Without options a text is expected. */
public record StructuredQuestion(
    String id, String header, String question, List<Option> options, boolean multiSelect) {}
