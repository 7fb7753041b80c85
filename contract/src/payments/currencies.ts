// The symbols of currencies. The database has them for each region; a test of the server holds the two equal.

/** Symbols by ISO 4217 code, for screens that show several currencies. */
export const CURRENCY_SYMBOLS: Readonly<Record<string, string>> = { LKR: 'Rs', AUD: 'A$' };
