package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("The scope of a grant.")
public enum ApprovalScope {
  SESSION,
  PROJECT,
  USER
}
