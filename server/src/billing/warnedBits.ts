// Bits of the column `warned` of project_days: which warnings of the daily limit were sent on that day.
/** The warning at the share that the project chose. */
export const CHOSEN_BIT = 1;
/** The last warning, at 95 %. */
export const LAST_BIT = 2;
