// Names of idempotency keys. Those of customers and our own are in one table, so each of ours begins with its
// source, and a customer's key that begins like one of ours is stored under another name, which no header can
// hold.

/** The parts of the service that have keys of their own. */
const SOURCES = ['keyword', 'smpp', 'smtp', 'twiml'] as const;
const RESERVED = new RegExp(`^(?:${SOURCES.join('|')}) `);

/** A key of our own. */
export const ownKey = (source: (typeof SOURCES)[number], name: string): string => `${source} ${name}`;

/** The name that a customer's key is stored under: the key itself, unless it begins like one of ours. */
export const customerKey = (key: string): string => (RESERVED.test(key) ? `\x01${key}` : key);
