package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Words;
import org.jspecify.annotations.Nullable;

@About("An MCP server whose tools runs can use, and how much it offers.")
public record McpServerRow(
    @About("The name under which it is configured.") String name,
    @About("stdio for a process, http for streamable HTTP.") @Words({"stdio", "http"})
        String transport,
    @Words({"idle", "connecting", "connected", "failed"}) String status,
    @OmitIfUnset @About("Why it is not connected.") @Nullable String error,
    @About("Whether it is given something that lets it in elsewhere.") boolean credentialed,
    int tools,
    int resources,
    int resourceTemplates,
    int prompts,
    @About("How many of the things it names cannot be used.") int leftOut) {}
