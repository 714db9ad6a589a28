/** Bodies of the AG-UI surface. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.api.agui;
