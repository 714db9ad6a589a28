package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Words;
import org.jspecify.annotations.Nullable;

@About("An MCP server whose tools runs can use, with counts.")
public record McpServerRow(
    @About("Its name in the configuration.") String name,
    @About("stdio for a process, http for streamable HTTP.") @Words({"stdio", "http"})
        String transport,
    @Words({"idle", "connecting", "connected", "failed"}) String status,
    @OmitIfUnset @About("Why it is not connected.") @Nullable String error,
    @About("Whether it has credentials.") boolean credentialed,
    int tools,
    int resources,
    int resourceTemplates,
    int prompts,
    @About("Number of its items that cannot be used.") int leftOut) {}
