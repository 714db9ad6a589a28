/**
 * What others send, read member by member, and the forms among it: whoever asks, in whatever
 * protocol.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.agent.form;
