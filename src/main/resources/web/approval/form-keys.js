// Keys of the small forms below an approval.

/** Ctrl+Enter sends the form of this element; Escape closes it, and nothing around it. */
export function sendsOrCloses(element, close) {
  return (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      element.querySelector('form').requestSubmit();
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      close();
    }
  };
}
