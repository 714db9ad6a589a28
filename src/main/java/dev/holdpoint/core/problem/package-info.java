/** The table of problems, and how a refused request or a decision says which one it met. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.core.problem;
