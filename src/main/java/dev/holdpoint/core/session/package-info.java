/** Sessions: who owns them, what runs in them may do, and what is bound to them. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.core.session;
