// The rule that decides whether a person has consented to advertising, shared by all statements.
import { type Fragment, fragment, raw } from './sql.ts';

/**
 * SQL from `from` on: the record `c` that decides whether a number has consented to the promotional messages
 * of a team in a mode. It is the newest one that has not ended. In one instant WITHDRAWN, the last kind,
 * counts.
 */
export const decidingConsent = <Names extends string = never>({
  team,
  mode,
  number,
}: Record<'team' | 'mode' | 'number', string | Fragment<Names>>): Fragment<Names> =>
  fragment`from consents c
      where c.team_id = ${sqlOf(team)} and c.mode = ${sqlOf(mode)} and c.number = ${sqlOf(number)}
        and (c.expires_at is null or c.expires_at > now())
      order by c.happened_at desc, c.kind desc limit 1`;

const sqlOf = <Names extends string>(part: string | Fragment<Names>) =>
  typeof part === 'string' ? raw(part) : part;
