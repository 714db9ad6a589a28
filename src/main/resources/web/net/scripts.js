// The scripts that the page starts beside itself. Trusted Types want to know who names a script: this is the only place
// that does, and it knows these two.

const URLS = {
  stream: new URL('./stream-worker.js', import.meta.url).href,
  service: new URL('/ui/sw.js', location.origin).href,
};
const policy = globalThis.trustedTypes?.createPolicy('holdpoint', {
  createScriptURL: (text) => (Object.values(URLS).includes(text) ? text : ''),
});

/** @param name 'stream' or 'service' */
export function scriptUrl(name) {
  return policy ? policy.createScriptURL(URLS[name]) : URLS[name];
}
