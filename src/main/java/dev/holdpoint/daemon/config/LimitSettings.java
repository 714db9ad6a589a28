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
          "the largest request body; more is answered with 413");
  static final Setting<Integer> ANONYMOUS_BODY_BYTES =
      defaulting(
          "limits.anonymous_body_bytes",
          Form.number(1_024, 1 << 30),
          "16384",
          "the largest request body at endpoints that need no token; more is answered with 413");
  static final Setting<Integer> HEADER_BYTES =
      defaulting(
          "limits.header_bytes",
          Form.number(1_024, 1 << 20),
          "32768",
          "the largest request line with headers; more is answered with 431");
  static final Setting<Long> HEADER_WITHIN =
      defaulting(
          "limits.header_within_ms",
          Form.millis(100, 600_000),
          "10000",
          "how long the request line and headers may take from their first byte on; what takes"
              + " longer is answered with 408 (over HTTP/2 with GOAWAY), and the connection closes");
  static final Setting<Integer> JSON_DEPTH =
      defaulting("limits.json_depth", Form.number(1, 1_000), "64", "how deep a JSON body may nest");
  static final Setting<Integer> OPEN_STREAMS =
      defaulting(
          "limits.open_streams",
          Form.number(0, 1_000_000),
          "0",
          "event streams open at once; 0 derives it from the limit of open files");
  static final Setting<Integer> STREAM_REPLAY_EVENTS =
      defaulting(
          "limits.stream_replay_events",
          Form.number(1, 1_000_000_000),
          "10000000",
          "how many events back a stream may start; from further back it begins with a gap");
  static final Setting<Integer> QUEUE_PER_SESSION =
      defaulting(
          "limits.queue_per_session",
          Form.number(1, 10_000_000),
          "1000000",
          "runs that may wait in one session");
  static final Setting<Integer> ASSET_BYTES =
      defaulting(
          "limits.asset_bytes",
          Form.number(1, 1 << 30),
          "10485760",
          "the largest stored file; more is answered with 413");
  static final Setting<Long> ASSETS_BYTES =
      defaulting(
          "limits.assets_bytes",
          Form.number(1L, 1L << 50),
          "10737418240",
          "all stored files together; more is answered with 507");

  static final Setting<Integer> FAILED_CREDENTIALS =
      optional(
          "limits.failed_credentials_per_minute",
          Form.number(1, 1_000_000),
          "`30`; no limit for callers on this machine",
          "credentials that may fail a minute from one address; beyond it, one that was not good"
              + " from there within a day is answered with 429");

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
          FAILED_CREDENTIALS);

  private LimitSettings() {}
}
