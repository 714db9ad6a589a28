// Which language the page speaks: the one that was chosen in Settings, else the first of the browser's that we have.
// This module runs before all others and beside them, so that they have their words when they are loaded, and so that
// nobody who reads English loads German.

const KNOWN = ['en', 'de'];

/** 'en' or 'de'. It stays for as long as the page is open. */
export const language = KNOWN.includes(chosen()) ? chosen() : (wanted()?.slice(0, 2).toLowerCase() ?? 'en');

/** The same for dates and numbers, with the country where the browser names one: de-AT. */
export const locale = languages().find((one) => one.slice(0, 2).toLowerCase() === language) ?? language;

document.documentElement.lang = language;
document.documentElement.dir = 'ltr';

/** The words of another language than English; null where English is spoken, or where they cannot be had. */
export const words = language === 'de' ? await german() : null;

if (words) document.querySelector('link[rel=manifest]')?.setAttribute('href', new URL('../app.de.webmanifest', import.meta.url).pathname);

/** As state/settings.js keeps it. */
function chosen() {
  try {
    return JSON.parse(localStorage.getItem('holdpoint.settings') ?? '{}')?.language;
  } catch {
    return undefined;
  }
}

function languages() {
  return navigator.languages ?? [navigator.language];
}

function wanted() {
  return languages().find((one) => KNOWN.includes(one.slice(0, 2).toLowerCase()));
}

/** The daemon joins the German catalog into one file, as it does with the page. */
async function german() {
  try {
    const { modules } = await import('../german.js');
    return modules['i18n/de.js'].de;
  } catch {
    document.documentElement.lang = 'en';
    return null;
  }
}
