package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("What has come of a request. Nothing but `approved` and `answered` lets you go on with it.")
public enum McpStatus {
  APPROVED,
  DENIED,
  ANSWERED,
  DECLINED,
  EXPIRED,
  CANCELLED,
  PENDING
}
