package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("How far a promoted skill is in use; only an active one is seen.")
public enum SkillRollout {
  SHADOW,
  ACTIVE
}
