/**
 * What carries a delivery out of the daemon. A {@link dev.holdpoint.outbound.ResolvedTargets} reads
 * from a reply handle which connector is meant and what is to be called there; the letter of that
 * kind is written and handed to {@link dev.holdpoint.outbound.HttpSender}; what comes back is
 * judged.
 *
 * <p>A URL that a caller named is a stranger's wish. Its host is looked up when the letter is sent,
 * every address found must be public, and the connection goes to one of exactly these addresses: a
 * name that changes its meaning between the check and the connection changes nothing. What the
 * operator configured is called as it is.
 *
 * <p>Nothing here logs, and no exception leaves with a text: addresses, header values, payloads and
 * tokens stay between us and the receiver.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.outbound;
