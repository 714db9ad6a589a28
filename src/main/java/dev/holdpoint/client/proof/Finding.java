package dev.holdpoint.client.proof;

import org.jspecify.annotations.Nullable;

/**
 * One thing that is wrong.
 *
 * @param place the run with the record's sequence in it, {@code checkpoint 7}, {@code line 3} of
 *     the export, or the key
 * @param recordId the id of the record, where it has one
 * @param detail what was found, in a sentence
 */
public record Finding(Flaw flaw, String place, @Nullable String recordId, String detail) {}
