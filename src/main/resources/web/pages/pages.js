import './transcript.js';
import './sessions.js';
import './session.js';
import './runs.js';
import './run.js';
import './rules.js';
import './deliveries.js';
import { Element } from '../parts/element.js';
import { empty } from '../parts/states.js';

for (const name of ['audit', 'status']) {
  customElements.define(
    `hp-${name}`,
    class extends Element {
      render() {
        return empty(name);
      }
    },
  );
}
