// What requests can be of, for filters.

export const KINDS = [
  ['', 'Any kind'], ['command', 'Commands'], ['file_write', 'New files'], ['file_edit', 'File edits'], ['http', 'HTTP requests'],
  ['mcp', 'MCP tools'], ['items', 'Requests for approval'], ['other', 'Other tools'],
];
export const RISKS = [['', 'Any risk'], ['high', 'High risk'], ['normal', 'Normal risk or above']];
