// What narrows the log: days, status, direction, and a search.
import { DIRECTIONS, type Direction, PUBLIC_STATUSES, type PublicStatus } from '@godwit/contract/statuses';
import { Select } from '@mantine/core';
import { RangePicker } from '../../components/RangePicker.tsx';
import { SearchField } from '../../components/SearchField.tsx';
import type { ChangeState } from '../../components/useAddressState.ts';
import { useText } from '../../text/useText.ts';
import classes from './LogFilters.module.css';
import { type LogState, MAX_SEARCH } from './logState.ts';

const ALL = 'all';

export function LogFilters(props: { state: LogState; timezone: string; onChange: ChangeState<LogState> }) {
  const { state, timezone, onChange } = props;
  const t = useText();
  const statuses = [
    { value: ALL, label: t('logs.allStatuses') },
    { value: 'DELIVERED', label: t('status.delivered') },
    { value: 'SENT', label: t('status.sent') },
    { value: 'ACCEPTED', label: t('status.queued') },
    { value: 'FAILED', label: t('status.failed') },
  ];
  const directions = [
    { value: ALL, label: t('logs.allDirections') },
    { value: 'OUTGOING', label: t('logs.outgoing') },
    { value: 'INCOMING', label: t('logs.incoming') },
  ];
  const find = <T extends string>(all: readonly T[], value: string | null): T | null =>
    all.find((one) => one === value) ?? null;
  return (
    <search className={classes.filters}>
      <RangePicker days={state.days} timezone={timezone} onChange={(days) => onChange({ days })} />
      <Select
        className={classes.status ?? ''}
        aria-label={t('logs.statusFilter')}
        data={statuses}
        value={state.status ?? ALL}
        onChange={(value) => onChange({ status: find<PublicStatus>(PUBLIC_STATUSES, value) })}
      />
      <Select
        className={classes.direction ?? ''}
        aria-label={t('logs.directionFilter')}
        data={directions}
        value={state.direction ?? ALL}
        onChange={(value) => onChange({ direction: find<Direction>(DIRECTIONS, value) })}
      />
      <SearchField
        className={classes.search ?? ''}
        q={state.q}
        onSearch={(q) => onChange({ q }, { replace: true })}
        hint={t('logs.searchHint')}
        maxLength={MAX_SEARCH}
      />
    </search>
  );
}
