// Which view a path shows. Every place has an address of its own: links of notifications lead right to it.

const ROUTES = [
  ['/ui', 'inbox'],
  ['/ui/approvals/:id', 'inbox', { kind: 'approval' }],
  ['/ui/questions/:id', 'inbox', { kind: 'question' }],
  ['/ui/history', 'history'],
  ['/ui/sessions', 'sessions'],
  ['/ui/sessions/:id', 'session'],
  ['/ui/runs', 'runs'],
  ['/ui/runs/:id', 'run'],
  ['/ui/rules', 'rules'],
  ['/ui/rules/:id', 'rule'],
  ['/ui/deliveries', 'deliveries'],
  ['/ui/audit', 'audit'],
  ['/ui/people', 'people'],
  ['/ui/policies', 'policies'],
  ['/ui/stats', 'stats'],
  ['/ui/status', 'status'],
  ['/ui/settings', 'settings'],
  ['/ui/account', 'account'],
  ['/ui/enroll', 'enroll'],
  ['/ui/sign-in', 'sign-in'],
].map(([path, view, fixed]) => ({ parts: path.split('/'), view, fixed }));

/** {view, params} of a path; view is 'nothing' where there is none. */
export function match(path) {
  const parts = path.replace(/\/+$/, '').split('/');
  for (const route of ROUTES) {
    if (route.parts.length !== parts.length) continue;
    const params = { ...route.fixed };
    const fits = route.parts.every((part, i) => {
      if (!part.startsWith(':')) return part === parts[i];
      params[part.slice(1)] = decoded(parts[i]);
      return parts[i] !== '';
    });
    if (fits) return { view: route.view, params };
  }
  return { view: 'nothing', params: {} };
}

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Tells 'change' when the place has changed. */
class Router extends EventTarget {
  place = match(location.pathname);

  start() {
    addEventListener('popstate', () => this.#arrive());
    document.addEventListener('click', (event) => this.#clicked(event));
  }

  go(path, { replace = false } = {}) {
    if (path === location.pathname + location.search) return;
    history[replace ? 'replaceState' : 'pushState'](null, '', path);
    this.#arrive();
  }

  #arrive() {
    this.place = match(location.pathname);
    this.dispatchEvent(new Event('change'));
  }

  /** Links within the page stay within it; all else is the browser's. */
  #clicked(event) {
    const link = event.target.closest?.('a[href]');
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.pathname !== '/ui' && !link.pathname.startsWith('/ui/')) return;
    // From there the daemon sends the browser on to the identity provider.
    if (link.pathname.startsWith('/ui/oidc/')) return;
    if (link.hash && link.pathname === location.pathname) return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  }
}

export const router = new Router();

/** Addresses, in one place. */
export const to = {
  prompt: (prompt) => `/ui/${prompt.kind}s/${encodeURIComponent(prompt.id)}`,
  session: (id) => `/ui/sessions/${encodeURIComponent(id)}`,
  run: (id) => `/ui/runs/${encodeURIComponent(id)}`,
  rule: (id) => `/ui/rules/${encodeURIComponent(id)}`,
};
