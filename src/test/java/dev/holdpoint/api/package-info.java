@org.jspecify.annotations.NullMarked
package dev.holdpoint.api;
