/**
 * Claude Code as its users run it: its own command line, spoken to line by line.
 *
 * <p>One process serves one talk. What it wants to do comes as a {@code control_request} and waits
 * there for its {@code control_response}. Two of its tools ask people instead of doing something;
 * these become questions. Normally such a call comes with a control request too and is answered
 * through it. One for which none comes can only be waiting for its tool result: it is taken for a
 * question when the process has been silent for a while with nothing else under way. Should its
 * control request come after all, the two are the same question.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.agent.claude;
