package dev.holdpoint.daemon.config;

import static dev.holdpoint.daemon.config.Setting.defaulting;
import static dev.holdpoint.daemon.config.Setting.optional;

import java.util.List;

/** The settings of what one client, session or request may cost. */
final class LimitSettings {
  static final Setting<Integer> BODY_BYTES =
      defaulting(
          "limits.body_bytes",
          Form.number(1_024, 1 << 30),
          "16777216",
          "maximum size of a request body; larger ones get 413");
  static final Setting<Integer> ANONYMOUS_BODY_BYTES =
      defaulting(
          "limits.anonymous_body_bytes",
          Form.number(1_024, 1 << 30),
          "16384",
          "maximum size of a request body at endpoints without a token; larger ones get 413");
  static final Setting<Integer> HEADER_BYTES =
      defaulting(
          "limits.header_bytes",
          Form.number(1_024, 1 << 20),
          "32768",
          "maximum size of the request line with headers; larger ones get 431");
  static final Setting<Long> HEADER_WITHIN =
      defaulting(
          "limits.header_within_ms",
          Form.millis(100, 600_000),
          "10000",
          "maximum time for the request line and headers, from their first byte; "
              + "slower requests get 408 (over HTTP/2 GOAWAY), and the connection closes");
  static final Setting<Integer> JSON_DEPTH =
      defaulting(
          "limits.json_depth", Form.number(1, 1_000), "64", "maximum nesting of a JSON body");
  static final Setting<Integer> OPEN_STREAMS =
      defaulting(
          "limits.open_streams",
          Form.number(0, 1_000_000),
          "0",
          "maximum number of open event streams; 0 derives it from the limit of open files");
  static final Setting<Integer> STREAM_REPLAY_EVENTS =
      defaulting(
          "limits.stream_replay_events",
          Form.number(1, 1_000_000_000),
          "10000000",
          "how many events back a stream may start; an earlier start begins with a gap");
  static final Setting<Integer> QUEUE_PER_SESSION =
      defaulting(
          "limits.queue_per_session",
          Form.number(1, 10_000_000),
          "1000000",
          "maximum number of queued runs of a session");
  static final Setting<Integer> ASSET_BYTES =
      defaulting(
          "limits.asset_bytes",
          Form.number(1, 1 << 30),
          "10485760",
          "maximum size of a stored file; larger ones get 413");
  static final Setting<Long> ASSETS_BYTES =
      defaulting(
          "limits.assets_bytes",
          Form.number(1L, 1L << 50),
          "10737418240",
          "maximum size of all stored files together; beyond it uploads get 507");

  static final Setting<Integer> FAILED_CREDENTIALS =
      optional(
          "limits.failed_credentials_per_minute",
          Form.number(1, 1_000_000),
          "`30`; no limit for callers on this machine",
          "failed credentials a minute from one address; beyond it, a credential "
              + "that was not valid from there within a day gets 429");

  static final Setting<Integer> FAILED_ASSERTIONS =
      optional(
          "limits.failed_assertions_per_minute",
          Form.number(1, 1_000_000),
          "60, and none for callers on this machine",
          "invalid assertions allowed for each caller; beyond it they get 429. A "
              + "valid assertion is never refused");

  static final Setting<Long> LONGEST_ASSERTION =
      optional(
          "limits.longest_assertion_ms",
          Form.number(1_000L, 315_360_000_000L),
          "none",
          "how far in the future an assertion's `exp` may be; an assertion with a "
              + "later `exp` is invalid");

  static final List<Setting<?>> ALL =
      List.of(
          BODY_BYTES,
          ANONYMOUS_BODY_BYTES,
          HEADER_BYTES,
          HEADER_WITHIN,
          JSON_DEPTH,
          OPEN_STREAMS,
          STREAM_REPLAY_EVENTS,
          QUEUE_PER_SESSION,
          ASSET_BYTES,
          ASSETS_BYTES,
          FAILED_CREDENTIALS,
          FAILED_ASSERTIONS,
          LONGEST_ASSERTION);

  private LimitSettings() {}
}
