package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("The rollout of a promoted skill; only an active one is visible.")
public enum SkillRollout {
  SHADOW,
  ACTIVE
}
