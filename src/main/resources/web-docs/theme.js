// Light or dark, before anything is drawn: as chosen in the inbox, else as the system has it.
(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  let chosen = 'auto';
  try {
    chosen = JSON.parse(localStorage.getItem('holdpoint.settings') ?? '{}').theme ?? 'auto';
  } catch {
    // Nothing was chosen that can be read.
  }
  const root = document.documentElement;
  if (chosen === 'light' || chosen === 'dark') root.dataset.theme = chosen;
  const apply = () => root.classList.toggle('dark-mode', chosen === 'dark' || (chosen !== 'light' && system.matches));
  system.addEventListener('change', apply);
  apply();
})();
