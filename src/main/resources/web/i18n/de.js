// The words of the page in German: the same keys as in English, with the same values.
//
// People are addressed with "Sie"; buttons are infinitives ("Ablehnen"). The same thing has the same word everywhere:
//
//   approval      Freigabe                       request       Anfrage
//   allow         erlauben                       allow once    Einmal erlauben
//   allow and remember…  Erlauben und merken…    deny, denied  ablehnen, abgelehnt
//   decision      Entscheidung                   decided       entschieden
//   decline (a question)  Nicht beantworten      question      Frage
//   answer        Antwort, beantworten           expire        verfallen; "verfällt in", "verfallen"
//   deadline      Frist                          held, undo    zurückgehalten, Rückgängig
//   rule          Regel                          grant         Regel
//   policy        Richtlinie                     standing      Stand
//   vote, agree   Stimme, zustimmen              objects       widerspricht
//   stage         Stufe                          group         Gruppe
//   inbox         Eingang                        history       Verlauf
//   session       Sitzung                        child session Untersitzung (parent: übergeordnete Sitzung)
//   run           Lauf, Läufe                    agent         Agent
//   insights      Auswertung                     delivery      Zustellung
//   audit         Audit                          status        Status
//   people        Personen                       settings      Einstellungen
//   account       Konto                          sign in, out  Anmelden, Abmelden
//   token         Token                          passkey       Passkey
//   role          Rolle; admin, operator, viewer, agent stay   tenant  Mandant
//   risk          Risiko; high risk: hohes Risiko              low, normal, high  niedrig, normal, hoch
//   tool          Tool                           call          Aufruf
//   command       Befehl                         input, output Eingabe, Ausgabe
//   file, folder  Datei, Ordner                  workspace     Arbeitsbereich
//   revision      Fassung                        digest        Prüfsumme
//   reason        Begründung                     comment       Kommentar
//   edit          Ändern (the button; titles of file edits say "bearbeiten")
//   claim         Übernehmen, "übernommen von"   assign        Zuweisen
//   snooze        Zurückstellen                  watch         Beobachten
//   request changes  Änderungen anfordern        ask back      Rückfrage stellen
//   answer for the tool  Für das Tool antworten  what led to this  Vorgeschichte
//   filter, search  Filter, Suche                saved view    Gespeicherte Ansicht
//   secret, vault Geheimnis, Tresor              signature     Signatur
//   receipt, permit  Beleg, Berechtigungsnachweis  effect      Wirkung
//   queued, running  In der Warteschlange, läuft parked, waiting  wartet
//   completed, failed, cancelled  abgeschlossen, fehlgeschlagen, abgebrochen
//   retry, try again  Erneut versuchen           reload        Neu laden
//   show more, fewer  Mehr anzeigen, Weniger anzeigen           close  Schließen
//   cancel (a dialog)  Abbrechen                 copy          Kopieren
//   loading…      Wird geladen…                  live, offline Live, Offline
//   event, log    Ereignis, Protokoll            retention     Aufbewahrung
//   backup        Sicherung                      database      Datenbank
//   connector     Konnektor                      plugin        Plugin
//   "Holdpoint" is a name and stays; it is never "der Daemon".

import { app } from './de/app.js';
import { approval } from './de/approval.js';
import { daemon } from './de/daemon.js';
import { format } from './de/format.js';
import { inbox } from './de/inbox.js';
import { net } from './de/net.js';
import { pages } from './de/pages.js';
import { access } from './de/pages-access.js';
import { decisions } from './de/pages-decisions.js';
import { parts } from './de/parts.js';
import { question } from './de/question.js';
import { state } from './de/state.js';
import { triage } from './de/triage.js';
import { views } from './de/views.js';

export const de = { ...app, ...approval, ...daemon, ...format, ...inbox, ...net, ...pages, ...access, ...decisions, ...parts, ...question, ...state, ...triage, ...views };
