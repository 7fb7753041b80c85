// The actions of a link or a rule: editing it is a button, everything else is in a menu.
import { Button, Group, VisuallyHidden } from '@mantine/core';
import { IconArrowUp, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { RowMenu } from '../../components/list/RowMenu.tsx';
import { type Translate, useText } from '../../text/useText.ts';
import { type Column, Lines } from '../../ui/DataTable.tsx';
import type { Fields } from './fields.ts';

/** `onUp` is null for the first item of an ordered list. */
export type ItemActs = { onEdit: () => void; onRemove: () => void; onUp?: (() => void) | null };

type Props = { name: string; acts: ItemActs | null; children?: ReactNode };

export function ItemActions({ name, acts, children }: Props) {
  const t = useText();
  return (
    <Group gap={0} justify="flex-end" wrap="nowrap">
      {children}
      {acts ? (
        <>
          <Button variant="subtle" aria-label={t('staff.network.editOf', { name })} onClick={acts.onEdit}>
            {t('staff.network.edit')}
          </Button>
          <RowMenu
            name={name}
            actions={[
              ...(acts.onUp ? [{ label: t('staff.network.up'), icon: IconArrowUp, onClick: acts.onUp }] : []),
              { label: t('staff.network.remove'), icon: IconTrash, danger: true, onClick: acts.onRemove },
            ]}
          />
        </>
      ) : null}
    </Group>
  );
}

/** The columns of a table of links or rules, whose texts may be long, with the actions at the end. */
export const withActions = (
  columns: Column<Fields>[],
  actionsOf: (item: Fields) => ReactNode,
  t: Translate,
): Column<Fields>[] => [
  ...columns.map(({ cell, ...column }) => ({
    ...column,
    cell: (item: Fields) => <Lines>{cell(item)}</Lines>,
  })),
  {
    id: 'actions',
    head: <VisuallyHidden>{t('staff.network.actions')}</VisuallyHidden>,
    cell: actionsOf,
    align: 'right',
  },
];
