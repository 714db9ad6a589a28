@org.jspecify.annotations.NullMarked
package dev.holdpoint.agent.world;
