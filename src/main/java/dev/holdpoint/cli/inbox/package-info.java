/**
 * {@code holdpoint inbox}: what waits, on a whole screen.
 *
 * <p>{@link dev.holdpoint.cli.inbox.Inbox} is what is known, {@link
 * dev.holdpoint.cli.inbox.InboxEvent} what comes in, {@link dev.holdpoint.cli.inbox.Effect} what is
 * to be done: {@link dev.holdpoint.cli.inbox.InboxMachine} is a function from the first two to the
 * first and the last, and touches nothing. {@link dev.holdpoint.cli.inbox.Drawing} is a function
 * too. One thread owns all of it; keys, the stream and the answers of the daemon come to it in a
 * queue.
 *
 * <p>The list is {@code GET /v1/inbox}; a card is read when its row is shown. What is new is for
 * the daemon to say: the stream only makes the list be read again. Rows that come in go behind the
 * last or wait until nobody's hand is on the list.
 *
 * <p>A key acts on the card that was on the screen when it was pressed and on no other. So a card
 * that was settled stays where it is, says by whom, and leaves only when somebody moves on.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.cli.inbox;
