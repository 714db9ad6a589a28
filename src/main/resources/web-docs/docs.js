// The reference, drawn by Swagger UI from the daemon's own document. Nobody else is asked anything.
(() => {
  const SIGN_IN = '/ui/sign-in';
  const note = document.getElementById('note');
  let csrf; // a promise of the token that changes need, asked for once

  async function open() {
    let response;
    try {
      response = await fetch('/v1/openapi.json', { credentials: 'same-origin', cache: 'no-store' });
    } catch {
      return tell('The daemon cannot be reached. Reload the page when it is back.');
    }
    if (response.status === 401) return tell('Sign in to read the API reference: ', link('sign in', SIGN_IN), '. Then open this page again.');
    if (!response.ok) return tell(`The daemon refused to return its API document (status ${response.status}).`);
    const spec = await response.json();
    const tags = spec.tags.map((tag) => tag.name);
    const tag = [new URLSearchParams(location.search).get('tag'), location.hash.split('/')[1]].find((one) => tags.includes(one)) ?? tags[0];
    menu(tags, tag);
    draw(only(spec, tag));
    note.replaceChildren();
  }

  function menu(tags, current) {
    document.getElementById('tags').replaceChildren(...tags.map((tag) => {
      const made = link(tag, '/docs?tag=' + encodeURIComponent(tag));
      if (tag === current) made.setAttribute('aria-current', 'page');
      return made;
    }));
  }

  /** What is under one tag, and all that it refers to: drawing the whole API takes a browser half a minute. */
  function only(spec, tag) {
    const paths = {};
    for (const [path, item] of Object.entries(spec.paths)) {
      const kept = Object.entries(item).filter(([, operation]) => !operation.tags || operation.tags.includes(tag));
      if (kept.some(([, operation]) => operation.tags)) paths[path] = Object.fromEntries(kept);
    }
    const components = { securitySchemes: spec.components.securitySchemes };
    const unread = [paths];
    while (unread.length > 0) {
      for (const value of Object.values(unread.pop())) {
        if (value !== null && typeof value === 'object') {
          unread.push(value);
        } else if (typeof value === 'string' && value.startsWith('#/components/')) {
          const [, , kind, name] = value.split('/');
          const found = spec.components[kind]?.[name];
          if (found && !components[kind]?.[name]) {
            (components[kind] ??= {})[name] = found;
            unread.push(found);
          }
        }
      }
    }
    return { ...spec, tags: spec.tags.filter((one) => one.name === tag), paths, components };
  }

  function draw(spec) {
    window.SwaggerUIBundle({
      spec,
      dom_id: '#reference',
      deepLinking: true,
      docExpansion: 'list',
      defaultModelsExpandDepth: 0,
      validatorUrl: null,
      persistAuthorization: false,
      presets: [window.SwaggerUIBundle.presets.apis],
      layout: 'BaseLayout',
      requestInterceptor: signed,
    });
  }

  /** What changes something and comes with the page's cookie has to say so. */
  async function signed(request) {
    const method = (request.method ?? 'GET').toUpperCase();
    if (method === 'GET' || method === 'HEAD' || request.headers?.Authorization) return request;
    csrf ??= token();
    const known = await csrf;
    if (known) request.headers = { ...request.headers, 'X-Holdpoint-CSRF': known };
    else csrf = undefined;
    return request;
  }

  async function token() {
    try {
      const response = await fetch('/v1/me', { credentials: 'same-origin', cache: 'no-store' });
      return response.ok ? (await response.json()).csrf_token : undefined;
    } catch {
      return undefined;
    }
  }

  function link(text, href) {
    const made = document.createElement('a');
    made.href = href;
    made.textContent = text;
    return made;
  }

  function tell(...parts) {
    note.replaceChildren(...parts);
  }

  open();
})();
