/** What is on its way out: outputs and notices, one delivery for each that should get them. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.core.delivery;
