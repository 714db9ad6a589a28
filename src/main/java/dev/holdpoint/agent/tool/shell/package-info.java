/** Shell commands as text: where a secret may stand in one. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.agent.tool.shell;
