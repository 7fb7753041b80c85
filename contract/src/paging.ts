// Pages of lists in the console: the fields of a query, and the answer.
import { z } from 'zod';

/** A whole number in a query. `message` is the error if it is not one from `min` to `max`. */
export const wholeNumber = (min: number, max: number, message: string) =>
  z
    .string({ error: message })
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .pipe(z.int().min(min, message).max(max, message));

const pageSize = wholeNumber(1, 100, 'page_size must be a whole number from 1 to 100');

/** Pages are counted from zero. */
const pageNumber = {
  page_num: wholeNumber(0, 100_000_000, 'page_num must be a whole number from 0').default(0),
};

/** The fields of a query for one page. */
export const paging = { ...pageNumber, page_size: pageSize.default(25) };

/** The same, but `page_size` may be missing. The call documents what it then returns. */
export const optionalPaging = { ...pageNumber, page_size: pageSize.optional() };

/** A page of a list. The totals count the whole list. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ results: z.array(row), total: z.number().int(), total_pages: z.number().int() });

/**
 * A page of a list that is counted up to a bound. `more`: there are further rows, which the totals exclude.
 */
export const boundedPageOf = <Row extends z.ZodType>(row: Row) => pageOf(row).extend({ more: z.boolean() });
