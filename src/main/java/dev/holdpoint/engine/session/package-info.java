/** Sessions, their defaults and personas. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.engine.session;
