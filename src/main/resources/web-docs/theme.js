// Light or dark, before anything is drawn: as chosen in the inbox, else as the system has it.
(() => {
  try {
    const chosen = JSON.parse(localStorage.getItem('holdpoint.settings') ?? '{}').theme;
    if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
  } catch {
    // Nothing was chosen that can be read.
  }
})();
