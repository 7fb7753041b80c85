// Pages of lists in the console: the fields of a query that ask for one, and the answer that holds it.
import { z } from 'zod';

/** A whole number in a query, as text. `message` is the error if it is not one from `min` to `max`. */
export const wholeNumber = (min: number, max: number, message: string) =>
  z
    .string({ error: message })
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .pipe(z.int().min(min, message).max(max, message));

const pageSize = wholeNumber(1, 100, 'page_size must be a whole number from 1 to 100');

/** The page to answer, counted from zero. */
const pageNumber = {
  page_num: wholeNumber(0, 100_000_000, 'page_num must be a whole number from 0').default(0),
};

/** A query for one page of at most 100 rows. */
export const paging = { ...pageNumber, page_size: pageSize.default(25) };

/** A query that may leave out `page_size`; the call says what it then answers. */
export const optionalPaging = { ...pageNumber, page_size: pageSize.optional() };

/** One page of a list. `total` counts the rows of all pages. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ results: z.array(row), total: z.number().int(), total_pages: z.number().int() });

/** One page of a list that is counted up to a bound. `more`: there are more rows, which no total counts. */
export const boundedPageOf = <Row extends z.ZodType>(row: Row) => pageOf(row).extend({ more: z.boolean() });
