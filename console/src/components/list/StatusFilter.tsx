// Filters a list of messages by status.
import { SHOWN_STATUSES, type ShownStatus } from '@godwit/contract/messages/statuses';
import { Select } from '@mantine/core';
import { useText } from '../../text/useText.ts';
import { statusLabel } from '../message/StatusPill.tsx';
import { oneOf } from './useAddress.ts';

const ALL = 'all';
type Props = { status: ShownStatus | null; onChange: (status: ShownStatus | null) => void };

export function StatusFilter({ status, onChange }: Props) {
  const t = useText();
  return (
    <Select
      w={152}
      aria-label={t('field.status')}
      data={[
        { value: ALL, label: t('logs.allStatuses') },
        ...SHOWN_STATUSES.map((value) => ({ value, label: t(statusLabel(value)) })),
      ]}
      value={status ?? ALL}
      onChange={(value) => onChange(oneOf(SHOWN_STATUSES, value))}
    />
  );
}
