@org.jspecify.annotations.NullMarked
package dev.holdpoint.cli.access;
