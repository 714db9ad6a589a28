// What a form's schema means for a field: its kind of input, and what to tell before somebody types.

const FORMATS = new Map([['email', 'email'], ['uri', 'url'], ['date', 'date'], ['date-time', 'datetime-local']]);
const SHORT = 200;

/** {type, step?, min?, max?} for what is typed; 'lines' is a text area. */
export function inputOf(property) {
  switch (property?.type) {
    case 'number':
    case 'integer':
      return { type: 'number', step: property.type === 'integer' ? '1' : 'any', min: property.minimum, max: property.maximum };
    case 'string':
      if (FORMATS.has(property.format)) return { type: FORMATS.get(property.format) };
      return { type: property.maxLength <= SHORT ? 'text' : 'lines' };
    default:
      return { type: 'lines' };
  }
}

/** Short sentences, in the order in which they matter. */
export function hints(property) {
  if (!property) return [];
  const found = [];
  if (property.type === 'integer') found.push(`A whole number${range(property.minimum, property.maximum, '')}.`);
  if (property.type === 'number') found.push(`A number${range(property.minimum, property.maximum, '')}.`);
  if (property.format === 'email') found.push('An e-mail address.');
  if (property.format === 'uri') found.push('A URL with a scheme, such as https://example.org.');
  const length = range(property.minLength, property.maxLength, 'characters');
  if (length) found.push(`Takes${length}.`);
  const count = range(property.minItems, property.maxItems, 'options');
  if (count) found.push(`Choose${count}.`);
  if (property.pattern) found.push(`Must match ${property.pattern}`);
  return found;
}

function range(least, most, what) {
  const unit = what && ` ${what}`;
  if (least !== undefined && least === most) return ` ${least}${unit}`;
  if (least !== undefined && most !== undefined) return what ? ` ${least} to ${most}${unit}` : ` from ${least} to ${most}`;
  if (least !== undefined && (least > 0 || !what)) return what ? ` at least ${least}${unit}` : ` of at least ${least}`;
  if (most !== undefined) return what ? ` at most ${most}${unit}` : ` of at most ${most}`;
  return '';
}
