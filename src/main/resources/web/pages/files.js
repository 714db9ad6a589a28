// Files that come with inputs and outputs: to be saved, never opened here, as nobody knows what is in them.

import { html } from 'lit';
import { t } from '../i18n/i18n.js';
import { segment } from '../net/api.js';
import { said } from '../parts/text.js';
import { plain } from '../format/text.js';
import { bytes } from '../format/size.js';

/** @param files [{id, file_name?, media_type?, byte_length?}] */
export function fileList(files, label = t('pages.files.files')) {
  if (!files?.length) return '';
  return html`<ul class="pg-files" aria-label=${label}>
    ${files.map(
      (file) => html`<li><a href="/v1/assets/${segment(file.id)}/raw" download aria-label=${t('pages.files.save', { name: plain(file.file_name ?? file.id) })}
          >${said(file.file_name ?? file.id)}</a>
        <span class="faint">${said(file.media_type ?? '')} ${file.byte_length === undefined ? '' : bytes(file.byte_length)}</span></li>`,
    )}
  </ul>`;
}
