// The parts of a log's row that people look for: how its text begins, and the name of the other person.
import type { LogRow, ShownRow } from '@godwit/contract/messages/messages';
import { archivedTexts, type LogSource } from './archived.ts';
import { selectTexts } from './queries.ts';

/** Characters of a text in a row: more than a row of any screen shows. */
const LENGTH = 160;

/** Adds the beginnings of texts and the names of contacts to the rows of a page. */
export async function withTextAndName<Page extends { results: ShownRow[] }>(
  source: LogSource,
  log: { teamId: string; projectId: string },
  page: Page,
): Promise<Omit<Page, 'results'> & { results: LogRow[] }> {
  const texts = await selectTexts(source.pool, {
    teamId: log.teamId,
    ids: page.results.map(({ id }) => id),
    numbers: page.results.map(({ direction, from, to }) => (direction === 'INCOMING' ? from : to)),
    length: LENGTH,
  });
  const byId = new Map(texts.map((text) => [text.id, text]));
  const elsewhere = texts.filter(({ stored }) => !stored).map(({ id }) => id);
  for (const [id, text] of await archivedTexts(source, log, elsewhere))
    byId.get(id)!.excerpt = text === null ? null : [...text].slice(0, LENGTH).join('');
  const results = page.results.map((row) => {
    const { excerpt = null, firstName = null, lastName } = byId.get(row.id) ?? {};
    return { ...row, excerpt, contact: firstName === null ? null : `${firstName} ${lastName}`.trim() };
  });
  return { ...page, results };
}
