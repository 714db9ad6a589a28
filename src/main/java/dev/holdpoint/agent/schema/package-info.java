/** JSON Schemas of others, read with bounds. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.agent.schema;
