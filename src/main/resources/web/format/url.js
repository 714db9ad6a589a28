// A URL as it is written, in its parts: nothing is decoded or put right, so that together they are the text again.

const PARTS = /^(\s*[a-z][a-z0-9+.-]*:\/\/)([^/?#\\]*@)?([^/?#@\\]*)([^?#]*)(\?[^#]*)?(#.*)?$/is;
const KINDS = ['scheme', 'user', 'host', 'path', 'query', 'fragment'];

/**
 * [{kind: 'scheme' | 'user' | 'host' | 'path' | 'query' | 'fragment', from, to}], or one {kind: 'text'} for what is no
 * such URL. What stands before the last @ is a user, not the host.
 */
export function urlParts(url) {
  const found = PARTS.exec(url);
  if (!found) return [{ kind: 'text', from: 0, to: url.length }];
  let at = 0;
  return KINDS.flatMap((kind, i) => {
    const text = found[i + 1] ?? '';
    const part = { kind, from: at, to: at + text.length };
    at = part.to;
    return text ? [part] : [];
  });
}

/** [[name, value]] of a query or a form, decoded; null for what is none. */
export function pairsOf(text) {
  const bare = text.replace(/^\?/, '');
  if (!bare || !/^[^=&\s]+=/.test(bare)) return null;
  return bare.split('&').map((pair) => {
    const at = pair.indexOf('=');
    return at < 0 ? [decoded(pair), ''] : [decoded(pair.slice(0, at)), decoded(pair.slice(at + 1))];
  });
}

function decoded(text) {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** The host as it is looked up, where it is written in other letters; undefined where it is written so. */
export function hostElsewhere(url) {
  const host = urlParts(url).find(({ kind }) => kind === 'host');
  if (!host || !URL.canParse(url)) return undefined;
  const written = url.slice(host.from, host.to).replace(/:\d*$/, '').toLowerCase();
  const { hostname } = new URL(url);
  return hostname && hostname !== written ? hostname : undefined;
}
