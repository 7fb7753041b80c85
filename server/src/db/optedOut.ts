// The rule that decides which opt-outs stop a message, shared by all statements.

import { type Fragment, raw } from './sql.ts';

/**
 * The attributes of a message that the rule needs, each as SQL: `mode` as message_mode, `number` in E.164,
 * `promotional` whether its sender is.
 */
export type Stopped = { team: string; mode: string; number: string; promotional: string };

/**
 * SQL from `from` on: the opt-outs `o` that stop a message. They are of its team, of its mode alone and of
 * its recipient; one that is PROMOTIONAL stops only what a promotional sender sends. There may be two, so a
 * subquery of it ends with `limit 1`, which also keeps it a look-up of one number.
 */
export const stoppedBy = ({ team, mode, number, promotional }: Stopped): Fragment =>
  raw(`from scoped_opt_outs o where o.team_id = ${team} and o.mode = ${mode} and o.number = ${number}
    and (o.scope = 'ALL' or ${promotional})`);

/**
 * SQL of the widest scope by which a number has opted out of its team's messages in a mode; null if it has
 * not.
 */
export const scopeOf = ({ team, mode, number }: Omit<Stopped, 'promotional'>): string =>
  `(select o.scope from scoped_opt_outs o where o.team_id = ${team} and o.mode = ${mode} and o.number = ${number}
    order by o.scope desc limit 1)`;
