// The rule that decides which opt-outs stop a message, shared by all statements.

import { ALIVE } from './processes.ts';
import { Fragment, fragment, raw } from './sql.ts';

/** The migration that added the source API. */
const FIRST_WITH_API = 122;

/**
 * SQL of the `source` in the parameters of a new opt-out. It is CONSOLE instead of API while a process of an
 * earlier version runs, which would answer 500 to whoever lists such an opt-out.
 */
export const GIVEN_SOURCE = fragment`case when ${'source'}::opt_out_source = 'API' and exists (
      select from processes where ${ALIVE} and migration < ${raw(String(FIRST_WITH_API))})
    then 'CONSOLE' else ${'source'}::opt_out_source end`;

/**
 * The attributes of a message that the rule needs, each as SQL: `mode` as message_mode, `number` in E.164,
 * `promotional` whether its sender is.
 */
export type Stopped<Sql = string> = { team: Sql; mode: Sql; number: Sql; promotional: Sql };

const asFragment = <Names extends string>(part: string | Fragment<Names>) =>
  part instanceof Fragment ? part : raw(part);

/**
 * SQL from `from` on: the opt-outs `o` of a message's team, mode and recipient that stop it. One with scope
 * PROMOTIONAL stops only messages of promotional senders. There may be two, so end a subquery with `limit 1`,
 * which also keeps it a lookup of one number.
 */
export const stoppedBy = <Names extends string = never>({
  team,
  mode,
  number,
  promotional,
}: Stopped<string | Fragment<Names>>): Fragment<Names> =>
  fragment`from scoped_opt_outs o where o.team_id = ${asFragment(team)} and o.mode = ${asFragment(mode)} and o.number = ${asFragment(number)}
    and (o.scope = 'ALL' or ${asFragment(promotional)})`;

/**
 * SQL of the widest scope by which a number has opted out of its team's messages in a mode; null if it has
 * not.
 */
export const scopeOf = ({ team, mode, number }: Omit<Stopped, 'promotional'>): string =>
  `(select o.scope from scoped_opt_outs o where o.team_id = ${team} and o.mode = ${mode} and o.number = ${number}
    order by o.scope desc limit 1)`;
