package dev.holdpoint.http.server;

/**
 * Answers one endpoint. It runs on a virtual thread and may block; it says no by throwing {@link
 * dev.holdpoint.core.problem.Refused}.
 */
@FunctionalInterface
public interface Handler {
  Reply handle(Call call) throws Exception;
}
