/**
 * The loop that carries runs out. A run is a journal, not a thread: a worker takes a runnable run,
 * loads its transcript and goes on from there until the run parks or ends; then the worker, a
 * virtual thread, is gone. {@link dev.holdpoint.agent.loop.WorkerPool} bounds how many work at once
 * and finds them something to do; {@link dev.holdpoint.agent.loop.RunLoop} is the work on one run.
 *
 * <p>What is committed when: before something outside is done, the intent; after it, the result;
 * and what the model said, before the model is asked again. The outcome of a gate is in the run
 * already, so it needs no commit of its own: a run that was approved and has nothing else to do
 * ends with one transaction.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.agent.loop;
