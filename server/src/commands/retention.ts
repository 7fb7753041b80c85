// `godwit retention`: shows how long each kind of data is kept and verifies that older data is gone.
import { type Kept, readKept } from '../retention/run.ts';
import type { Runtime } from '../runtime.ts';
import type { Report } from './report.ts';
import { table } from './table.ts';

/** Each kind in the words of docs/operating.md. */
const WORDS: Record<Kept['kind'], string> = {
  texts: 'texts of messages',
  messages: 'messages',
  documents: 'documents, once decided',
  callbacks: 'log of callbacks',
  mails: 'mails and invitations',
  sessions: 'sessions, once over',
  refused: 'refused and set aside',
  closed: 'what closed teams kept',
  audit: 'audit log',
};
const HEADINGS = ['kind', 'days', 'oldest', 'last run', 'removed then', 'in all', ''];

/** Reports retention; fails if data is past its period. */
export async function retention(runtime: Runtime): Promise<Report> {
  const kept = await readKept(runtime);
  return { text: table(HEADINGS, kept.map(rowOf)), data: { kept }, failed: kept.some(({ late }) => late) };
}

function rowOf({ kind, days, oldest, ranAt, lastRemoved, removed, late }: Kept): string[] {
  const isFromOn = kind === 'texts' && oldest !== null;
  return [
    WORDS[kind],
    days === null ? 'for ever' : String(days),
    oldest === null ? '-' : `${isFromOn ? 'from ' : ''}${oldest.slice(0, 10)}`,
    ranAt?.slice(0, 16).replace('T', ' ') ?? '-',
    String(lastRemoved),
    String(removed),
    late ? 'LATE' : '',
  ];
}
