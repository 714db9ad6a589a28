package dev.holdpoint.core.gate;

/**
 * A page elsewhere that people are asked to open.
 *
 * @param url as it was asked, checked by whoever asks here
 * @param host as it stands in the URL, without a port: what people look at before they open it
 */
public record PageLink(String url, String host) {}
