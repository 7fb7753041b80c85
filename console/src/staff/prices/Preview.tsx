// The changes of an uploaded price list, or the errors in its lines.
import type { PricesPreview } from '@godwit/contract/staff/operations';
import { Group, Text } from '@mantine/core';
import { IconArrowsExchange, IconMinus, IconPlus } from '@tabler/icons-react';
import { RejectedRows } from '../../components/import/RejectedRows.tsx';
import { formatInstant, formatPrice } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { type Column, Cut, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { Section } from '../../ui/Section.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import type { PricesUpload } from '../api/prices.ts';
import { StackLead } from '../shell/StaffPage.tsx';

type Change = PricesPreview['changes'][number];
type Props = { upload: PricesUpload; preview: PricesPreview; isApplying: boolean; onApply: () => void };

const KINDS = {
  ADDED: { tone: 'success', icon: IconPlus },
  REMOVED: { tone: 'danger', icon: IconMinus },
  CHANGED: { tone: 'info', icon: IconArrowsExchange },
} as const;

export function Preview({ upload, preview, isApplying, onApply }: Props) {
  const t = useText();
  const { changes, problems, unchanged } = preview;
  if (problems.length > 0) {
    return (
      <Section title={t('staff.upload.problems', { count: problems.length })}>
        <RejectedRows
          label={t('staff.upload.problem')}
          rows={problems.map(({ line, problem: reason }) => ({ line, reason }))}
        />
      </Section>
    );
  }
  const count = (kind: Change['kind']) => changes.filter((change) => change.kind === kind).length;
  return (
    <Section title={t('staff.upload.changes')}>
      <Group justify="space-between" gap="12px 24px" mb={16}>
        <Text role="status" c="dimmed">
          {t('staff.upload.summary', {
            added: count('ADDED'),
            changed: count('CHANGED'),
            removed: count('REMOVED'),
            unchanged,
          })}
        </Text>
        {changes.length > 0 ? (
          <SubmitButton busy={isApplying} busyLabel={t('staff.upload.applying')} onClick={onApply}>
            {upload.valid_from === null
              ? t('staff.upload.apply')
              : t('staff.upload.applyLater', { at: formatInstant(upload.valid_from) })}
          </SubmitButton>
        ) : null}
      </Group>
      <Changes preview={preview} />
    </Section>
  );
}

function Changes({ preview: { changes, currency } }: { preview: PricesPreview }) {
  const t = useText();
  const price = (amount: number | null) =>
    amount === null ? t('field.none') : formatPrice(amount, currency);
  const prefixOf = ({ dial_prefix: prefix }: Change) =>
    prefix === '' ? t('staff.prices.everywhere') : `+${prefix}`;
  const pillOf = ({ kind }: Change) => <Pill {...KINDS[kind]}>{t(`staff.upload.${kind}`)}</Pill>;
  const columns: Column<Change>[] = [
    {
      id: 'kind',
      head: t('staff.upload.change'),
      cell: pillOf,
      width: '15%',
    },
    {
      id: 'prefix',
      head: t('staff.prices.prefix'),
      cell: prefixOf,
      width: '15%',
    },
    {
      id: 'name',
      head: t('field.name'),
      cell: ({ name }) => <Cut title={name} />,
    },
    {
      id: 'old',
      head: t('staff.upload.old'),
      cell: (row) => price(row.old_price),
      align: 'right',
      muted: true,
      width: '15%',
    },
    {
      id: 'new',
      head: t('staff.upload.new'),
      cell: (row) => price(row.new_price),
      align: 'right',
      width: '15%',
    },
  ];
  return (
    <DataTable
      label={t('staff.upload.changes')}
      columns={columns}
      stackBelow="48em"
      stacked={(row) => (
        <>
          <StackLead end={pillOf(row)}>{row.name}</StackLead>
          <Text c="dimmed">{prefixOf(row)}</Text>
          <Group gap="0 16px">
            <span>
              {t('staff.upload.old')} {price(row.old_price)}
            </span>
            <strong>
              {t('staff.upload.new')} {price(row.new_price)}
            </strong>
          </Group>
        </>
      )}
      rows={changes}
      rowKey={({ dial_prefix: prefix }) => prefix}
      empty={<EmptyState text={t('staff.upload.nothing')} />}
    />
  );
}
