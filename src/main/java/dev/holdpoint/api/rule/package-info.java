/**
 * What a body must look like, said once on the record component. {@code WireJson} refuses what
 * breaks a rule and the API document prints it, so the two cannot disagree.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.api.rule;
