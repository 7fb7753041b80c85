// The proof of consent, for a complaint: the statements and opt-outs of a person, or of each recipient of a
// campaign.
import { csvLines } from '@godwit/contract/csv/cells';
import type { Pool } from 'pg';
import { type Place, type ProofOptOut, selectOptOutsOf, selectProofs } from './queries.ts';
import type { ZippedFile } from './zip.ts';

const CONSENT_HEAD = ['Number', 'Statement', 'Made at', 'Source', 'Wording', 'Proof', 'Ends at'];
const RECORD_HEAD = ['Recorded by', 'Recorded at'];

/** The consents and opt-outs of numbers, which come in batches (E.164), as two files. Times are UTC. */
export function proofFiles(
  pool: Pool,
  place: Place,
  batches: () => AsyncIterable<readonly string[]>,
): ZippedFile[] {
  async function* consents() {
    yield csvLines([[...CONSENT_HEAD, ...RECORD_HEAD]]);
    for await (const numbers of batches())
      for await (const rows of selectProofs(pool, place, numbers))
        yield csvLines(
          rows.map((row) => [
            ...[row.number, row.kind, row.at, row.source, row.wording, row.proof, row.expires_at ?? ''],
            ...[row.origin, row.recorded_at],
          ]),
        );
  }
  async function* optOuts() {
    yield csvLines([['Number', 'Scope', 'Source', 'Since']]);
    for await (const numbers of batches())
      yield csvLines((await selectOptOutsOf(pool, place, numbers)).map(cells));
  }
  return [
    { name: 'consents.csv', pieces: consents() },
    { name: 'opt-outs.csv', pieces: optOuts() },
  ];
}

const cells = ({ number, scope, source, since }: ProofOptOut) => [number, scope, source, since.toISOString()];
