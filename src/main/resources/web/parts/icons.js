// Small drawings: lines of one width on a grid of 16, in the colour of the text beside them.

import { html, svg } from 'lit';

const LINES = {
  inbox: svg`<path d="M2.5 9.5 4 3.5h8l1.5 6v3h-11zM2.5 9.5H6l.8 1.5h2.4l.8-1.5h3.5"/>`,
  history: svg`<path d="M2.5 8a5.5 5.5 0 1 0 1.7-4L2.5 5.5V2.5M8 5v3.2l2.2 1.3"/>`,
  sessions: svg`<path d="M2.5 3.5h8v5.5H6l-2 2V9H2.5zM12 6h1.5v5.5H12v1.5l-2-1.5H7.5"/>`,
  runs: svg`<path d="M5 3.2v9.6L12.5 8z"/>`,
  rules: svg`<path d="M8 2.2 13 4v4c0 3-2.2 4.8-5 5.8C5.2 12.8 3 11 3 8V4zM5.8 8l1.6 1.6 2.8-3"/>`,
  insights: svg`<path d="M2.5 13.5h11M4.5 11V8M8 11V3.5M11.5 11V6"/>`,
  deliveries: svg`<path d="M2.5 8 13.5 3 10.5 13 7.5 9.5zM7.5 9.5l6-6.5"/>`,
  audit: svg`<path d="M4 2.5h8v11H4zM6 5.5h4M6 8h4M6 10.5h2"/>`,
  people: svg`<path d="M6 7.5a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM2 13c0-2.2 1.7-3.7 4-3.7s4 1.5 4 3.7M10.5 3.4a2 2 0 0 1 0 3.9M11.7 9.5c1.4.5 2.3 1.7 2.3 3.5"/>`,
  policies: svg`<path d="M3 3.5h10M3 8h10M3 12.5h6M11 11l1.2 1.2L14.5 10"/>`,
  status: svg`<path d="M1.5 8.5h3l1.7-4.5 3 8.5 1.8-4h3.5"/>`,
  settings: svg`<path d="M2.5 4.5h6M11.5 4.5h2M2.5 11.5h2M7.5 11.5h6M10 3v3M6 10v3"/>`,
  more: svg`<path d="M3.5 8h.01M8 8h.01M12.5 8h.01" stroke-width="2.2"/>`,
  fold: svg`<path d="M2.5 3h11v10h-11zM6 3v10"/>`,
  account: svg`<path d="M8 8a2.7 2.7 0 1 0 0-5.4A2.7 2.7 0 0 0 8 8zM2.8 13.6c.5-2.5 2.6-4 5.2-4s4.7 1.5 5.2 4"/>`,
  close: svg`<path d="M3.5 3.5l9 9M12.5 3.5l-9 9"/>`,
  check: svg`<path d="M3 8.5l3.5 3.5L13 4.5"/>`,
  warning: svg`<path d="M8 2.5 14.5 13.5h-13zM8 6.5v3.2M8 11.7v.01"/>`,
  back: svg`<path d="M10 3 5 8l5 5"/>`,
  command: svg`<path d="M2 3h12v10H2zM4.5 6l2 2-2 2M8 10h3.5"/>`,
  file_write: svg`<path d="M4 2h5l3 3v9H4zM9 2v3h3M8 7.5v4M6 9.5h4"/>`,
  file_edit: svg`<path d="M3 13l.6-2.7L10.8 3 13 5.2l-7.3 7.2zM9.3 4.5l2.2 2.2"/>`,
  http: svg`<path d="M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2zM2.3 8h11.4M8 2.2c2 1.7 2.6 3.6 2.6 5.8S10 12 8 13.8C6 12 5.4 10.2 5.4 8S6 3.9 8 2.2z"/>`,
  mcp: svg`<path d="M6 2.5V5M10 2.5V5M4.5 5h7v2.5A3.5 3.5 0 0 1 8 11a3.5 3.5 0 0 1-3.5-3.5zM8 11v3"/>`,
  items: svg`<path d="M3 4l1 1 1.7-2M3 8.5l1 1L5.7 7.5M3 13l1 1 1.7-2M8 4.2h5.5M8 8.7h5.5M8 13.2h5.5"/>`,
  other: svg`<path d="M8 2 13.5 5v6L8 14l-5.5-3V5zM2.5 5 8 8l5.5-3M8 8v6"/>`,
  claim: svg`<path d="M4 13.5v-11M4 3h8l-2 2.7 2 2.8H4"/>`,
  snooze: svg`<path d="M8 3.2a5.2 5.2 0 1 0 0 10.4A5.2 5.2 0 0 0 8 3.2zM8 5.7v2.8l1.9 1.2M2.2 4.2l2-1.8M13.8 4.2l-2-1.8"/>`,
  assign: svg`<path d="M6.5 7.5a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8zM2 13.3c0-2.3 1.9-3.9 4.5-3.9 1 0 1.9.2 2.6.6M12.2 9.3v4.4M10 11.5h4.4"/>`,
  watch: svg`<path d="M1.5 8S4 3.7 8 3.7 14.5 8 14.5 8 12 12.3 8 12.3 1.5 8 1.5 8zM8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6z"/>`,
  question: svg`<path d="M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2zM6.2 6.3c.1-1 .9-1.6 1.8-1.6 1 0 1.8.6 1.8 1.6 0 1.3-1.8 1.4-1.8 2.7M8 11.3v.01"/>`,
};

/** Says nothing to those who listen: the words beside it do. */
export function icon(name) {
  return html`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">${LINES[name] ?? LINES.other}</svg>`;
}
