// What the project has spent today, against its limit where it has one.
import type { Project } from '@godwit/contract/projects';
import { Progress } from '@mantine/core';
import { formatMoney } from '../../format.ts';
import { useTeam } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { SettingRow } from '../../ui/SettingRow.tsx';
import classes from './SpentToday.module.css';

export function SpentToday({ project }: { project: Project }) {
  const t = useText();
  const { currency_symbol: symbol } = useTeam().region;
  const { spent_today: spent, daily_limit: limit, day_timezone: zone } = project;
  return (
    <SettingRow label={t('limits.today')} hint={t('limits.todayHint', { zone })}>
      <p className={classes.figure}>
        <strong>{formatMoney(spent, symbol)}</strong>
        <span>
          {limit === null ? t('limits.noLimit') : t('limits.ofLimit', { limit: formatMoney(limit, symbol) })}
        </span>
      </p>
      {limit === null ? null : (
        <Progress
          className={classes.bar ?? ''}
          value={Math.min(100, (spent / limit) * 100)}
          aria-label={t('limits.spentShare')}
        />
      )}
    </SettingRow>
  );
}
