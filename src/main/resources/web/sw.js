// The service worker: the files of one version of the page, for when the daemon is slow or away. The daemon writes the
// version and its files into it, so that a new version is another worker, with a cache of its own; it takes over when no
// tab of the version before is open. It answers for files and for the document alone: whatever else there is at this
// address passes it by, and none of it is ever kept.

const BASE = '{parts}';
const FILES = '{files}'.split(' ');
const SHELL = '/ui';
const CACHE = `holdpoint ${BASE}`;
const PATIENCE_MS = 3_000;
/** The files are the same for every compression, and whatever is asked behind their names. */
const ANY = { ignoreVary: true, ignoreSearch: true };

self.addEventListener('install', (event) => event.waitUntil(fill()));
self.addEventListener('activate', (event) => event.waitUntil(sweep()));
self.addEventListener('fetch', (event) => {
  const answer = answered(event.request);
  if (answer) event.respondWith(answer);
});

/** All or nothing, and of this version: a daemon that was replaced meanwhile gives another document. */
async function fill() {
  const shell = await fetch(SHELL, { cache: 'reload', credentials: 'omit' });
  if (!shell.ok || shell.redirected || !(await shell.clone().text()).includes(BASE)) throw new Error('The page has changed.');
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((file) => BASE + file));
  await cache.put(SHELL, shell);
}

async function sweep() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
}

/** A promise of what is answered; null leaves it to the browser. */
function answered(request) {
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || request.method !== 'GET') return null;
  if (pathname.startsWith(BASE)) return FILES.includes(pathname.slice(BASE.length)) ? file(request) : null;
  if (request.mode !== 'navigate' || pathname.startsWith('/ui/oidc/')) return null;
  return pathname === SHELL || pathname.startsWith(`${SHELL}/`) ? shell(request) : null;
}

/** A file never changes under its address; all are there since the worker is. */
async function file(request) {
  const kept = await (await caches.open(CACHE)).match(request.url, ANY);
  return kept ?? fetch(request);
}

async function shell(request) {
  const fresh = fetch(request);
  fresh.catch(() => {}); // it may come after the kept one was taken
  const late = new Promise((done) => setTimeout(done, PATIENCE_MS));
  const first = await Promise.race([fresh, late]).catch(() => null);
  if (first && first.status < 500) return first;
  return (await (await caches.open(CACHE)).match(SHELL, ANY)) ?? fresh;
}
