// Texts of messages as staff see them: the shape, and nothing that can be read.

/** A text with a dot for every letter, digit and mark: blanks, line breaks and punctuation show how it is made. */
export function maskText(text: string): string {
  return text.replace(/[\p{L}\p{N}\p{M}]/gu, '•');
}
