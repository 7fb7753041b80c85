// What narrows the log: days, status, direction, and a search.
import { DIRECTIONS, type Direction, PUBLIC_STATUSES, type PublicStatus } from '@godwit/contract/statuses';
import { CloseButton, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { RangePicker } from '../../components/RangePicker.tsx';
import type { ChangeState } from '../../components/useAddressState.ts';
import { useText } from '../../text/useText.ts';
import classes from './LogFilters.module.css';
import { type LogState, MAX_SEARCH } from './logState.ts';

const SEARCH_AFTER_MS = 300;
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
      <SearchField q={state.q} onSearch={(q) => onChange({ q }, { replace: true })} />
    </search>
  );
}

function SearchField({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const t = useText();
  // What is typed but not searched for yet; once the address has caught up, the address is what shows.
  const [typed, setTyped] = useState<string | null>(null);
  const search = useDebouncedCallback(onSearch, SEARCH_AFTER_MS);
  if (typed === q) setTyped(null);
  const text = typed ?? q;

  function type(next: string): void {
    setTyped(next);
    search(next);
  }

  return (
    <TextInput
      className={classes.search ?? ''}
      aria-label={t('logs.search')}
      placeholder={t('logs.searchHint')}
      value={text}
      maxLength={MAX_SEARCH}
      onChange={(event) => type(event.currentTarget.value)}
      leftSection={<IconSearch size={16} stroke={2} />}
      leftSectionPointerEvents="none"
      rightSection={
        text ? <CloseButton size={32} aria-label={t('logs.clearSearch')} onClick={() => type('')} /> : null
      }
    />
  );
}
