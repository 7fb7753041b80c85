/** The amount in a field, for the button that commits it. Null while the field has none. */
export function typedAmount(text: string): number | null {
  const amount = Number(text.trim());
  return text.trim() !== '' && Number.isFinite(amount) && amount !== 0 ? amount : null;
}
