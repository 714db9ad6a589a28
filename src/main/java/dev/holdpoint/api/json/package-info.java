/** JSON as it goes over the wire: names, limits, and how a body is read and refused. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.api.json;
