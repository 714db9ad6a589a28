package dev.holdpoint.core.session;

/**
 * Where outputs are sent.
 *
 * @param address what the plugin understands; compact JSON for the structured forms
 */
public record ReplyHandle(String plugin, String address) {}
