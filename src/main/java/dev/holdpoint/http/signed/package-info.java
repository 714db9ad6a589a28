/**
 * The signed surface: tenants' conversations and approvals for the application in which their
 * people work. It is the same core seen by a host: a conversation is a session, a message is a run,
 * an approval is an approval, under the same ids or ids made of them ({@link
 * dev.holdpoint.http.signed.Ids}).
 *
 * <p>Two parties are needed for every decision. The host's adapter calls with a service key, which
 * finds and carries approvals and can decide none; the approver signs with a key that the adapter
 * never holds. So a decision is believed for its signature, whoever brings it, and everything else
 * here is about who may see what.
 *
 * <p>Every call is checked in one order, and nothing may be moved forward: who calls (401, and 403
 * for what it may not do at all); whether the body can be read (413, 415, 400); whether what the
 * path names is there for this caller (404, in the same bytes whether it is unknown, malformed,
 * removed or another's); whether the call was made before (the first answer, or 409); whether the
 * body makes sense (422). The rest is decided by the engine in one piece of work. The body is
 * therefore read twice: as a tree, which only has to be JSON, and after the look-up as a record.
 *
 * <p>Answers to calls with an idempotency key are kept as bytes, refusals too, and told again as
 * they were: what is kept with a decision is written by the work that decides.
 *
 * <p>A message is answered by lines as they come ({@link dev.holdpoint.http.signed.MessageSource}):
 * what was committed in the order of the journal, and between that the words of the model as it
 * speaks. What was shown of them before they were committed is not shown again then, so that all
 * deltas together are the message.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.http.signed;
