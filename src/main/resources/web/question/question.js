import { html } from 'lit';
import { Element } from '../parts/element.js';
import { headline } from '../state/headline.js';
import { said } from '../parts/text.js';

class View extends Element {
  static properties = { prompt: { attribute: false } };

  render() {
    return html`<article><h2>${said(headline(this.prompt))}</h2></article>`;
  }
}

customElements.define('hp-question', View);
