// Places in JSON by their pointers (RFC 6901): reading one, writing one, and which are covered by others.

const parts = (pointer) => pointer.split('/').slice(1).map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

export const pointerTo = (...names) => names.map((name) => '/' + String(name).replaceAll('~', '~0').replaceAll('/', '~1')).join('');

/** What is there; undefined where nothing is. */
export function at(value, pointer) {
  return parts(pointer).reduce((one, name) => (one !== null && typeof one === 'object' && Object.hasOwn(one, name) ? one[name] : undefined), value);
}

/** The same with something else at that place, undefined takes it away; what has no such place is given back as it is. */
export function put(value, pointer, what) {
  return putAt(value, parts(pointer), what);
}

function putAt(value, [name, ...rest], what) {
  if (name === undefined) return what;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return Object.hasOwn(value, name) ? value.with(Number(name), putAt(value[name], rest, what)) : value;
  const inner = putAt(Object.hasOwn(value, name) ? value[name] : rest.length > 0 ? {} : undefined, rest, what);
  const copy = Object.entries(value).filter(([one]) => one !== name || inner !== undefined);
  const entries = copy.map(([one, old]) => [one, one === name ? inner : old]);
  if (inner !== undefined && !Object.hasOwn(value, name)) entries.push([name, inner]);
  return Object.fromEntries(entries);
}

/** Whether a place is one of these, or lies below one. */
export function isWithin(pointer, places) {
  return places.some((place) => pointer === place || pointer.startsWith(place + '/'));
}

/** The members of an input that hold none of these places: [pointer]. */
export function lockedIn(input, places) {
  return Object.keys(input ?? {})
    .map((name) => pointerTo(name))
    .filter((pointer) => !isWithin(pointer, places) && !places.some((place) => isWithin(place, [pointer])));
}
