/** Gates that agents outside raise and wait for. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.engine.external;
