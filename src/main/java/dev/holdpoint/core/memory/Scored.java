package dev.holdpoint.core.memory;

/** Something and how well it answers what is asked. */
public record Scored<T>(T item, int score) {}
