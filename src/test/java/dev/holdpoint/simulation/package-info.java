/**
 * The real engine, loop, crew and deadlines on a schedule that one number decides. Every thread is
 * a virtual thread that {@link dev.holdpoint.simulation.Schedule} runs on the test's own thread,
 * one at a time; each time it comes to the store, the model or a tool, the seed says who goes on.
 * The same number also chooses what the clients ask for and what breaks: the daemon is killed
 * before and after commits, transactions fail, the answer of a commit is lost, the clock jumps,
 * wake-ups get lost. {@link dev.holdpoint.simulation.Checker} looks at every commit, and at
 * everything when there is nothing left to do. It is believed because it finds the bugs of {@link
 * dev.holdpoint.simulation.Plant}.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.simulation;
