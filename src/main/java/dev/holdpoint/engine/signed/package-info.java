/** Signed decisions and conversations of host applications. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.engine.signed;
