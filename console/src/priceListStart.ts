/** The initial price lists and taxes of an installation are valid from this instant. */
const BEGINNING = '2000-01-01T00:00:00.000Z';

/** Whether a price list or tax is an initial one, whose date means nothing. */
export const isBeginning = (validFrom: string): boolean => validFrom === BEGINNING;
