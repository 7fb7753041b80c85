// The host of a URL in SQL: as much of it as distinguishes receivers.

/** An expression for the host that the URL in `column` names, in lower case; the URL itself is read with care when it is called. */
export const hostIn = (column: string): string =>
  `left(lower(coalesce(substring(${column} from '^[A-Za-z]+:/*([^/?#]*)'), '')), 255)`;
