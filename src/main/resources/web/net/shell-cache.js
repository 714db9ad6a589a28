// The service worker, which keeps the page's own files: the page opens while the daemon is away, and can be installed.

import { scriptUrl } from './scripts.js';

/** Once the page is drawn: it is nothing that anybody waits for. Where there is none, the page does without. */
export function startShellCache() {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  const start = () => workers.register(scriptUrl('service'), { scope: '/ui', updateViaCache: 'none' }).catch(() => {});
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
}
