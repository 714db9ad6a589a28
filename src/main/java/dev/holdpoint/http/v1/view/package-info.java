/** How records of the engine are shown on the wire. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.http.v1.view;
