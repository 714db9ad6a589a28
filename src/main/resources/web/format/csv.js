// Tables for spreadsheets.

/** What a spreadsheet would compute is a text to it when this stands in front. */
const COMPUTED = /^[=+\-@\t\r]/;

/** @param rows texts and numbers; the mark at the start has a spreadsheet read it as UTF-8 */
export function csv(rows) {
  return '\ufeff' + rows.map((row) => row.map(cell).join(',') + '\r\n').join('');
}

function cell(value) {
  if (typeof value === 'number') return String(value);
  const text = String(value ?? '');
  const harmless = COMPUTED.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) || harmless.includes('\t') ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
