// Sizes as people say them.

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

export function bytes(count) {
  let size = count;
  let unit = 0;
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1000;
    unit++;
  }
  return `${unit === 0 || size >= 10 ? Math.round(size) : size.toFixed(1)} ${UNITS[unit]}`;
}
