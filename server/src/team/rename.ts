// Renames a team in its console, to recipients, in mails and on its documents.
import { CUSTOMER, recordAudit } from '../audit/record.ts';
import { transaction } from '../db/transaction.ts';
import type { Member } from '../identity/sessions.ts';
import { namesProtected } from '../protectedNames.ts';
import { type Refusal, refuseField } from '../refusal.ts';
import type { Services } from '../services.ts';
import { lockName, updateName } from './queries.ts';

const WELL_KNOWN =
  'This name resembles that of a well-known bank, post, government or telecom. Choose another one.';

/**
 * The refusal (1002) of a well-known name at `field`; null for any other. The name that staff approved with
 * the identity is the team's own.
 */
export function refuseWellKnown(
  { countryRules }: Pick<Services, 'countryRules'>,
  { name, approved, field }: { name: string; approved: string | null; field: string },
): Refusal | null {
  const isWellKnown = name !== approved && namesProtected(countryRules.now(), name);
  return isWellKnown ? refuseField('invalidArgument', field, WELL_KNOWN) : null;
}

/**
 * Gives a team another name, which is logged with the one before: staff approved the identity under a name.
 * 1002 for a well-known one.
 */
export function renameTeam(
  services: Services,
  { teamId, userId }: Pick<Member, 'teamId' | 'userId'>,
  { name, ip }: { name: string; ip: string },
): Promise<{ id: string; name: string } | Refusal> {
  return transaction(services.kysely, async (trx) => {
    const before = await lockName(trx, teamId);
    const refused = refuseWellKnown(services, { name, approved: before.verified_name, field: 'name' });
    if (refused) return refused;
    if (name !== before.name) {
      await updateName(trx, teamId, name);
      const detail = { by: userId, from: before.name, to: name };
      await recordAudit(
        trx,
        { ...CUSTOMER, ip },
        { action: 'TEAM_RENAMED', teamId, subject: teamId, detail },
      );
    }
    return { id: teamId, name };
  });
}
