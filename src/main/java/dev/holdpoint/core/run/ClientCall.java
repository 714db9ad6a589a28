package dev.holdpoint.core.run;

import org.jspecify.annotations.Nullable;

/**
 * How a client outside asked, for those who have to find the request again.
 *
 * @param program whose hook it is; null where it is none
 * @param callId the client's own name for the call; null where it has none
 * @param prompt the name under which the same request finds this run
 * @param comesBack whether the client asks the same again later, and so receives a late decision
 * @param name what the client calls itself; null for hooks, and for requests from before
 * @param redeems true where what is allowed is carried out by its permit; null where the client
 *     acts on the answer itself, and for requests from before
 */
public record ClientCall(
    @Nullable String program,
    @Nullable String callId,
    String prompt,
    boolean comesBack,
    @Nullable String name,
    @Nullable Boolean redeems) {}
