// A moment as a field takes it, in the time of whoever looks, and as it is sent, with its zone.

/** 2026-03-01T09:30 for a text such as 2026-03-01T08:30:00Z; nothing for what is no moment. */
export function momentOf(text) {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) return '';
  const two = (number) => String(number).padStart(2, '0');
  const day = `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

export function momentText(field) {
  const at = new Date(field);
  return Number.isNaN(at.getTime()) ? field : at.toISOString();
}
