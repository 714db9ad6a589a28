// What is made when it is first used, and kept: a browser takes up to twenty milliseconds for its first format of
// dates or numbers, and the list needs none.

export function once(make) {
  let made;
  return () => (made ??= make());
}
