// What an upload would change, or why it cannot be applied, line by line.
import type { PricesPreview } from '@godwit/contract/staffOperations';
import { IconArrowsExchange, IconMinus, IconPlus } from '@tabler/icons-react';
import { formatInstant, formatPrice } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import type { PricesUpload } from '../api/prices.ts';
import lists from '../lists/lists.module.css';
import { Part } from '../shell/Part.tsx';
import classes from './UploadPage.module.css';

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
  if (problems.length > 0) return <Problems problems={problems} />;
  const count = (kind: Change['kind']) => changes.filter((change) => change.kind === kind).length;
  return (
    <Part heading={t('staff.upload.changes')}>
      <div className={classes.summary}>
        <p role="status">
          {t('staff.upload.summary', {
            added: count('ADDED'),
            changed: count('CHANGED'),
            removed: count('REMOVED'),
            unchanged,
          })}
        </p>
        {changes.length > 0 ? (
          <SubmitButton busy={isApplying} busyLabel={t('staff.upload.applying')} onClick={onApply}>
            {upload.valid_from === null
              ? t('staff.upload.apply')
              : t('staff.upload.applyLater', { at: formatInstant(upload.valid_from) })}
          </SubmitButton>
        ) : null}
      </div>
      <Changes preview={preview} />
    </Part>
  );
}

function Changes({ preview: { changes, currency } }: { preview: PricesPreview }) {
  const t = useText();
  const price = (amount: number | null) =>
    amount === null ? t('staff.none') : formatPrice(amount, currency);
  const columns: Column<Change>[] = [
    {
      id: 'kind',
      head: t('staff.upload.change'),
      cell: ({ kind }) => <Pill {...KINDS[kind]}>{t(`staff.upload.${kind}`)}</Pill>,
      width: '15%',
    },
    {
      id: 'prefix',
      head: t('staff.prices.prefix'),
      cell: ({ dial_prefix: prefix }) => (prefix === '' ? t('staff.prices.everywhere') : `+${prefix}`),
      width: '15%',
    },
    {
      id: 'name',
      head: t('staff.prices.name'),
      cell: ({ name }) => (
        <span className={lists.cut} title={name}>
          {name}
        </span>
      ),
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
      rows={changes}
      rowKey={({ dial_prefix: prefix }) => prefix}
      empty={<EmptyState text={t('staff.upload.nothing')} />}
    />
  );
}

type Problem = PricesPreview['problems'][number];

function Problems({ problems }: { problems: Problem[] }) {
  const t = useText();
  const columns: Column<Problem>[] = [
    { id: 'line', head: t('staff.upload.line'), cell: ({ line }) => line, align: 'right', width: '96px' },
    {
      id: 'problem',
      head: t('staff.upload.problem'),
      cell: ({ problem }) => <div className={classes.wrong}>{problem}</div>,
    },
  ];
  return (
    <Part heading={t('staff.upload.problems', { count: problems.length })}>
      <DataTable
        label={t('staff.upload.problem')}
        columns={columns}
        rows={problems}
        rowKey={({ line, problem }) => `${line} ${problem}`}
        empty={null}
      />
    </Part>
  );
}
