package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("How far a lasting grant would reach.")
public enum ApprovalScope {
  SESSION,
  PROJECT,
  USER
}
