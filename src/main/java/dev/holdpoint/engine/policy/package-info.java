/** Groups, policies and people as gates are judged by them. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.engine.policy;
