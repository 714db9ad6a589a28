/** The signed chain of what is done outside. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.engine.audit;
