export const app = {
  'app.document.no_script': 'Diese Seite braucht JavaScript. Auch die Kommandozeile antwortet:',
};
