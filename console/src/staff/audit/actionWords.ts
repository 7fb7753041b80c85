// Names of actions for reading.

/** `IDENTITY_APPROVED` as `Identity approved`: a log kept for years has actions that no list of today's knows. */
export function actionWords(action: string): string {
  const words = action.toLowerCase().replaceAll('_', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
