/**
 * The ambient surface: what waits in the session on screen, shown beside a chat and decided by one
 * click. Nothing here has state of its own; a prompt is an approval or a question of the core, seen
 * from here.
 *
 * <p>A stream of prompts is a comparison. It begins with a look at all that waits in the session,
 * the id of the newest event included, in one read of the store ({@link
 * dev.holdpoint.http.ambient.Prospect}); it was registered for news before, so whatever commits
 * after that read comes as a journal row beyond that id. Each row holds its run as it was then, and
 * {@link dev.holdpoint.http.ambient.PromptSource} compares what that run waits for with what the
 * reader knows of it:
 *
 * <ul>
 *   <li>something new: the prompt by itself ("bare"), which the reader is shown this once;
 *   <li>something gone, by whoever's hand: the state ("wrapped"), so that no card stays behind;
 *   <li>another part of a request of several questions: the state, then the part by itself.
 * </ul>
 *
 * <p>So every prompt is seen once, in {@code initial} or by itself, and every end of one is told as
 * of the row that brought it. Rows come from memory alone. A reader who is too slow for that would
 * get a history that nobody needs any more; it gets a fresh {@code initial} instead, which is
 * always right. A session in which nothing happens costs nothing: the feed names the first row that
 * a reader has not seen, however much others did before it.
 *
 * <p>Frames carry event ids. A reader that comes back with one gets {@code initial} first and then,
 * by themselves, those prompts that were raised after that id and still wait, but for the one that
 * {@code initial} shows. Only the last of these frames carries the id of the state; those before it
 * carry the id that the reader came with. Whoever is cut off in between comes back with what it had
 * and is sent all of it again, which a client that tells prompts by their ids does not notice; an
 * id that was too new would cost it a prompt.
 *
 * <p>After a commit of which nobody knows whether it happened, the feed sends every reader to look,
 * and again after the next commit: the first look may have come before the store was done with it.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.http.ambient;
