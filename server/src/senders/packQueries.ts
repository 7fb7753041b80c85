// SQL of registrations as registers and telcos ask for them.
import type { ContentClass } from '@godwit/contract/contentClass';
import type { OwnerDetails } from '@godwit/contract/ownerDetails';
import { EVERY_NETWORK } from '@godwit/contract/rules/mobileNetworks';
import { type RawBuilder, sql } from 'kysely';
import { selectClass } from '../db/contentClass.ts';
import { LACKS_NOW, STATE_NOW, TURN_NOW } from '../db/registrations.ts';
import type { Database } from '../services.ts';
import { DOCUMENTS_AS_JSON, type NameDocument } from './evidenceQueries.ts';
import { listRegistrations, type NamedRegistration } from './registrationQueries.ts';

/** A registration with what a register or telco asks about the name. The texts are of its newest request. */
export type PackedRegistration = NamedRegistration & {
  contentClass: ContentClass;
  legal_name: string | null;
  scheme: string | null;
  number: string | null;
  details: Partial<OwnerDetails> | null;
  basis: string | null;
  for_client: boolean;
  request: { description: string; sample: string; countries: string[] } | null;
  documents: NameDocument[];
};

/** A recipient of packs: the network that has the register, else a telco of links; null is the register. */
export type PackFor = { country: string; via: string | null };

const STATE = sql.raw(String(STATE_NOW));

/**
 * Whether a registration waits for a telco (null: for the register). A proposal waits for a colleague; a name
 * that is registered waits for telcos that may not show it yet, and before its end for those that may.
 */
const waitsFor = (telco: string | null): RawBuilder<boolean> => {
  const isIn = (telcos: string) =>
    sql<boolean>`(${telco}::text is null or ${sql.ref(telcos)} is null or ${telco} = any(${sql.ref(telcos)}))`;
  return sql<boolean>`${sql.raw(String(LACKS_NOW))} is null
    and not (r.proposal is not null and ${isIn('r.proposed_telcos')})
    and (${STATE} in ('DRAFT', 'SUBMITTED') or ${STATE} = 'EXPIRED' and ${isIn('r.telcos')}
      or ${STATE} = 'REGISTERED' and (not ${isIn('r.telcos')} or ${sql.raw(String(TURN_NOW))} = 'US'))`;
};

const ALL = { turn: null, like: null, id: null } as const;

const isOf = ({ country, via }: PackFor) =>
  sql<boolean>`r.country = ${country} and case when r.network = ${EVERY_NETWORK} then ${waitsFor(via)}
    else r.network = ${via} and ${waitsFor(null)} end`;

/** The number of names that wait for each telco or network. */
export async function countWaiting(
  db: Database,
  telcos: readonly string[],
): Promise<(PackFor & { names: number })[]> {
  const { rows } = await sql<PackFor & { names: number }>`
    select w.country, w.via, count(*)::integer as names from (
      select r.country, r.network as via from sender_registrations r join teams t on t.id = r.team_id
        where t.closed_at is null and r.network <> ${EVERY_NETWORK} and ${waitsFor(null)}
      ${sql.join(
        (telcos.length === 0 ? [null] : telcos).map(
          (telco) => sql`union all
        select r.country, ${telco}::text from sender_registrations r join teams t on t.id = r.team_id
          where t.closed_at is null and r.network = ${EVERY_NETWORK} and ${waitsFor(telco)}`,
        ),
        sql` `,
      )}) as w group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

/** The registrations of `listRegistrations`, or those that wait for a telco or network, as rows of a file. */
export const packRegistrations = (
  db: Database,
  search: Parameters<typeof listRegistrations>[1] | PackFor,
  limit: number,
): Promise<PackedRegistration[]> =>
  listRegistrations(db, 'country' in search ? ALL : search)
    .$if('country' in search, (rows) => rows.where(isOf(search as PackFor)))
    .innerJoin('sender_ids as s', (join) =>
      join
        .onRef('s.team_id', '=', 'r.team_id')
        .onRef('s.project_id', '=', 'r.project_id')
        .onRef('s.sender', '=', 'r.sender'),
    )
    .leftJoin('entities as e', (join) =>
      join.onRef('e.team_id', '=', 's.team_id').onRef('e.id', '=', 's.entity_id'),
    )
    .select([selectClass('s').as('contentClass'), 's.basis', 's.for_client'])
    .select(['e.legal_name', 'e.scheme', 'e.number', 'e.details', DOCUMENTS_AS_JSON.as('documents')])
    .select((eb) =>
      eb
        .selectFrom('sender_id_requests as q')
        .select(
          sql`jsonb_build_object('description', q.description, 'sample', q.sample, 'countries', q.countries)`.as(
            'request',
          ),
        )
        .whereRef('q.team_id', '=', 'r.team_id')
        .whereRef('q.project_id', '=', 'r.project_id')
        .whereRef('q.sender', '=', 'r.sender')
        .where('q.status', '=', 'APPROVED')
        .orderBy('q.created_at', 'desc')
        .limit(1)
        .as('request'),
    )
    .limit(limit)
    .$castTo<PackedRegistration>()
    .execute();
