/**
 * Values that an agent may use and nobody may see. What is stored is {@link
 * dev.holdpoint.core.secret.Sealed}; what an agent writes is a placeholder; what a tool gives back
 * is scrubbed of every value before anything stores or shows it.
 *
 * <p>Scrubbing does not look for each encoding of each value. It reads the text as several programs
 * would, all at once and in one pass: as it is, without percent escapes, without the escapes of
 * strings, HTML or mail, as base64 or base32, as digits, without white space. Each of these views
 * is searched for the few byte strings that a value has there, so that no mixture of escapes is a
 * way round it.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.core.secret;
