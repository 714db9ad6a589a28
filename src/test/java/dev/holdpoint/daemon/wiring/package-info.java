@org.jspecify.annotations.NullMarked
package dev.holdpoint.daemon.wiring;
