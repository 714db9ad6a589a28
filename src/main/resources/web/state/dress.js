// Colours, contrast and density, as they were chosen or as the system has them, where the style sheet looks for them.

import { settings } from './settings.js';

const wantsContrast = matchMedia('(prefers-contrast: more)');

export function dress() {
  put();
  settings.addEventListener('change', put);
  wantsContrast.addEventListener('change', put);
}

function put() {
  const { dataset } = document.documentElement;
  set(dataset, 'theme', settings.get('theme') === 'auto' ? '' : settings.get('theme'));
  set(dataset, 'contrast', settings.get('contrast') === 'more' || wantsContrast.matches ? 'more' : '');
  set(dataset, 'density', settings.get('density') === 'comfortable' ? 'comfortable' : '');
  set(dataset, 'menu', settings.get('folded') ? 'folded' : '');
}

function set(dataset, name, value) {
  if (value) dataset[name] = value;
  else delete dataset[name];
}
