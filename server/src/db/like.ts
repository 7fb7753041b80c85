// Patterns of LIKE made from what people type.

/** A pattern for texts that contain this one; its own signs stand for themselves. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
