/** The initial price lists and taxes of an installation are valid from this instant. */
const BEGINNING = '2000-01-01T00:00:00.000Z';

/** True for an initial price list or tax, whose date is meaningless. */
export const isBeginning = (validFrom: string): boolean => validFrom === BEGINNING;
