// The sender ids that a project may send from.
import type { ProjectSender } from '@godwit/contract/projects';
import { REGISTRATION_COUNTRIES } from '@godwit/contract/senders';
import type { Services } from '../services.ts';
import { selectRegistrations, selectSenders } from './queries.ts';

/** A project's approved sender ids, oldest first, with how far each is in every country that registers them. What every project has in TEST besides is not among them. */
export async function listSenders(
  { kysely }: Pick<Services, 'kysely'>,
  teamId: string,
  projectId: string,
): Promise<ProjectSender[]> {
  const [senders, registrations] = await Promise.all([
    selectSenders(kysely, teamId, projectId),
    selectRegistrations(kysely, teamId, projectId),
  ]);
  const states = new Map(registrations.map((row) => [`${row.sender} ${row.country}`, row.state]));
  return senders.map(({ sender, promotional, created_at }) => ({
    id: sender,
    is_promotional: promotional,
    created_at: created_at.toISOString(),
    registrations: REGISTRATION_COUNTRIES.map((country) => ({
      country,
      state: states.get(`${sender} ${country}`) ?? 'NOT_REGISTERED',
    })),
  }));
}
