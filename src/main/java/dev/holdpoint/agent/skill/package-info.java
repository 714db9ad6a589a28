/** Skills: folders with a {@code SKILL.md}, in the open Agent Skills form. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.agent.skill;
