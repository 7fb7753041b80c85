import type { Translate } from '../../text/useText.ts';

/** Names a group of the queue: `LIVE:94` is a prefix of numbers, `LIVE:#bank` a rule of the network. */
export function routeName(group: string, t: Translate): string {
  const [mode = '', rest = ''] = group.split(':');
  if (rest.startsWith('#')) return t('staff.route.rule', { mode, rule: rest.slice(1) });
  return rest ? t('staff.route.prefix', { mode, prefix: rest }) : t('staff.route.all', { mode });
}
