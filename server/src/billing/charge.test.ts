// Property: whatever a batch holds, each charge is taken exactly when balance and limit allow it, in order
// of arrival.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { makeProject, makeSender } from '../../test/factories.ts';
import { ledgerDifferences } from '../commands/ledger.ts';
import { unprepared } from '../db/sql.ts';
import { transaction } from '../db/transaction.ts';
import { newId } from '../ids.ts';
import { billsOf, billValues, type Charge, chargeInOrder, LOCK_FUNDS } from './charge.ts';
import { postEntries } from './queries.ts';

const t = await testApp();
const { pool } = t.services;
const DAYS = ['2026-11-20', '2026-11-21'];

async function topUp(teamId: string, amountMicros: bigint) {
  const id = newId();
  const entry = { teamId, id, amountMicros, businessKey: `adjustment:${id}`, kind: 'ADJUSTMENT' } as const;
  await transaction(pool, (client) =>
    postEntries(client, [{ ...entry, projectId: null, day: null, reason: null }]),
  );
}

/** Two teams, the first with two projects, each with so much money and such limits. */
async function makeTeams(balances: readonly [bigint, bigint]) {
  const [first, second] = [await makeSender(t), await makeSender(t)];
  const shop = await makeProject(first.browser, 'Second shop');
  for (const [index, { teamId }] of [first, second].entries()) await topUp(teamId, balances[index]!);
  return [
    { teamId: first.teamId, projectId: first.project.id },
    { teamId: first.teamId, projectId: shop.id },
    { teamId: second.teamId, projectId: second.project.id },
  ];
}

/** Expected outcome of the charges, by the simplest possible model. */
function expectedOutcomes(charges: readonly Charge[], balances: Map<string, bigint>) {
  const spent = new Map<string, bigint>();
  return charges.map(({ teamId, projectId, day, costMicros, dailyLimitMicros }) => {
    const key = `${projectId} ${day}`;
    const left = balances.get(teamId)! - costMicros;
    const today = (spent.get(key) ?? 0n) + costMicros;
    if (left < 0n) return 'insufficientBalance';
    if (dailyLimitMicros !== null && today > dailyLimitMicros) return 'dailyLimit';
    balances.set(teamId, left);
    spent.set(key, today);
    return 'charged';
  });
}

const charge = fc.record({
  place: fc.nat({ max: 2 }),
  day: fc.constantFrom(...DAYS),
  // Against balances of at most 20: sums often meet the edge to the unit.
  costMicros: fc.bigInt({ min: 1n, max: 5n }),
});
const limit = fc.option(fc.bigInt({ min: 0n, max: 15n }));
const balance = fc.bigInt({ min: 1n, max: 20n });

it('takes each charge when balance and limit allow it, and leaves exactly what was not taken', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(balance, balance),
      fc.tuple(limit, limit, limit),
      fc.array(charge, { minLength: 1, maxLength: 20 }),
      async (balances, limits, wanted) => {
        const places = await makeTeams(balances);
        const charges = wanted.map(({ place, day, costMicros }) => ({
          ...places[place]!,
          day,
          costMicros,
          dailyLimitMicros: limits[place]!,
          dailyWarnFraction: null,
        }));
        const left = new Map([
          [places[0]!.teamId, balances[0]],
          [places[2]!.teamId, balances[1]],
        ]);
        const expected = expectedOutcomes(charges, left);
        const middle = Math.floor(charges.length / 2);
        const outcomes: string[] = [];
        for (const some of [charges.slice(0, middle), charges.slice(middle)])
          outcomes.push(...(await transaction(pool, (client) => chargeInOrder(client, some))));
        expect(outcomes).toEqual(expected);
        for (const [teamId, micros] of left) {
          const { rows } = await pool.query('select balance_micros from balances where team_id = $1', [
            teamId,
          ]);
          expect(rows[0]?.balance_micros ?? 0n).toBe(micros);
        }
      },
    ),
    { numRuns: 25 },
  );
});

it('posts exactly what it takes from a balance', async () => {
  const problems = (await ledgerDifferences(pool)).map(({ problem }) => problem);
  // The charges above are of no messages, so that the comparison with those does differ.
  expect(problems).not.toContain('balance is not the sum of its entries');
});

const FITS = unprepared<{ fits: boolean }>('does-a-batch-fit')`with ${LOCK_FUNDS} select fits from funds`;

/** Undoes what a property tried. */
class RolledBack extends Error {}

it('charges a whole batch in one statement exactly if each of its charges fits and no warning is due', async () => {
  const places = await makeTeams([1n, 1n]);
  const edge = fc.bigInt({ min: 0n, max: 20n });
  const day = fc.record({
    spent: edge,
    warned: fc.nat({ max: 3 }),
    limit: fc.option(edge),
    warnsAt: fc.constantFrom(0.5, 0.8, 0.95),
  });
  const team = fc.record({
    balance: edge,
    low: fc.option(fc.bigInt({ min: 1n, max: 20n })),
    isNotified: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(team, team),
      fc.tuple(day, day, day),
      fc.array(charge, { minLength: 1, maxLength: 5 }),
      async (teams, days, wanted) => {
        const charges = wanted.map(({ place, costMicros }): Charge => {
          const { limit: dailyLimitMicros, warnsAt } = days[place]!;
          return {
            ...places[place]!,
            day: DAYS[0]!,
            costMicros,
            dailyLimitMicros,
            dailyWarnFraction: warnsAt,
          };
        });
        const check = transaction(pool, async (client) => {
          for (const [index, { balance, low, isNotified }] of teams.entries()) {
            await client.query(
              'update balances set balance_micros = $2, low_micros = $3, low_told = $4 where team_id = $1',
              [places[index * 2]!.teamId, balance, low, isNotified],
            );
          }
          for (const [index, { spent, warned }] of days.entries()) {
            const { teamId, projectId } = places[index]!;
            await client.query(
              'insert into project_days (team_id, project_id, day, spent_micros, warned) values ($1, $2, $3, $4, $5)',
              [teamId, projectId, DAYS[0], spent, warned],
            );
          }
          const warnings = async () => {
            const { rows } = await client.query<{ days: number; teams: number }>(
              `select (select sum(warned) from project_days)::integer as days,
                 (select count(*) from balances where low_told)::integer as teams`,
            );
            return rows[0];
          };
          const { rows } = await FITS.run(client, billValues(billsOf(charges)));
          const before = await warnings();
          const outcomes = await chargeInOrder(client, charges);
          const isWarned = JSON.stringify(await warnings()) !== JSON.stringify(before);
          expect(rows).toEqual([{ fits: outcomes.every((one) => one === 'charged') && !isWarned }]);
          throw new RolledBack();
        });
        await expect(check).rejects.toThrow(RolledBack);
      },
    ),
    { numRuns: 300 },
  );
});
