package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("The state of a request. Only `approved` and `answered` allow you to continue.")
public enum McpStatus {
  APPROVED,
  DENIED,
  ANSWERED,
  DECLINED,
  EXPIRED,
  CANCELLED,
  PENDING
}
