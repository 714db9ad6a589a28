import './transcript.js';
import './sessions.js';
import './session.js';
import { Element } from '../parts/element.js';
import { empty } from '../parts/states.js';

for (const name of ['runs', 'run', 'rules', 'deliveries', 'audit', 'status']) {
  customElements.define(
    `hp-${name}`,
    class extends Element {
      render() {
        return empty(name);
      }
    },
  );
}
