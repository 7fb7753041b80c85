// Shared parts of staff pages: the page frame, searches, facts, ids, links back to lists, and the signed-in
// person.
import type { StaffMember } from '@godwit/contract/staff/accounts';
import { type StaffAction, staffMay } from '@godwit/contract/staff/roles';
import { Anchor, Box, Flex, Group, Text } from '@mantine/core';
import { type ComponentProps, createContext, type ReactNode, useContext } from 'react';
import { Link, useLocation } from 'react-router';
import { CopyButton } from '../../components/CopyButton.tsx';
import { PageFrame } from '../../components/frame/Page.tsx';
import { SearchField } from '../../components/list/SearchField.tsx';
import type { Address } from '../../components/list/useAddress.ts';
import { shortId } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { breakable } from '../../ui/breakable.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';

type Props = Pick<ComponentProps<typeof PageFrame>, 'title' | 'actions' | 'children'> & { back?: string };

export function StaffPage({ back, ...page }: Props) {
  const t = useText();
  return <PageFrame {...page} app={`Godwit ${t('staff.title')}`} {...(back ? { back: { to: back } } : {})} />;
}

type SearchProps = Address<{ q: string }> & { hint: string };

/** The search of a list. The address has its text. */
export const Search = ({ state, change, ...field }: SearchProps) => (
  <SearchField {...field} q={state.q} maw={360} onSearch={(q) => change({ q }, { replace: true })} />
);

/** The link state with the current list, its filter and its page, which `useBack` reads on the next page. */
export function useHere(): { from: string } {
  const { pathname, search } = useLocation();
  return { from: pathname + search };
}

/** Returns the address of the page that linked here, else `fallback`. */
export function useBack(fallback: string): string {
  const { state } = useLocation();
  return (state as { from?: string } | null)?.from ?? fallback;
}

/** The first line of a stacked row: its subject on the left, its main value on the right. */
export const StackLead = ({ children, end }: { children: ReactNode; end?: ReactNode }) => (
  <Flex justify="space-between" align="baseline" gap={12}>
    <Text component="strong" fw={600} miw={0} style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Text>
    {end === undefined ? null : <Box flex="none">{end}</Box>}
  </Flex>
);

/** 'whole' fills a whole line, 'wide' two columns. */
export type FactRow = [label: string, value: ReactNode, width?: 'whole' | 'wide'];

export function FactGrid({ facts }: { facts: FactRow[] }) {
  return (
    <Facts even>
      {facts.map(([label, value, width]) => (
        <Fact key={label} name={label} whole={width === 'whole'} wide={width === 'wide'}>
          {typeof value === 'string' ? (
            <Text span inherit style={{ whiteSpace: 'pre-wrap' }}>
              {breakable(value)}
            </Text>
          ) : (
            value
          )}
        </Fact>
      ))}
    </Facts>
  );
}

/** Renders a stacked row from its columns as facts in two columns, for short values. */
export const gridOf =
  <Row,>(columns: readonly Column<Row>[]): ((row: Row) => ReactNode) =>
  (row) => <FactGrid facts={columns.map(({ head, cell }) => [String(head), cell(row)])} />;

type IdProps = {
  id: string;
  /** The button's name, such as "Copy Team ID". */
  copy: string;
  /** The link target, if any. */
  to?: string;
};

/** A shortened id. The tooltip and the copy button have the whole one. */
export function StaffId({ id, copy, to }: IdProps) {
  const t = useText();
  return (
    <Group display="inline-flex" gap={0} wrap="nowrap">
      <span className="mono" title={id} style={{ whiteSpace: 'nowrap' }}>
        {to ? (
          <Anchor component={Link} to={to} inherit>
            {shortId(id)}
          </Anchor>
        ) : (
          shortId(id)
        )}
      </span>
      <CopyButton value={id} label={copy} copiedLabel={t('action.copied')} size={24} />
    </Group>
  );
}

/** The signed-in staff member, for every page inside the shell. */
export const StaffContext = createContext<StaffMember | null>(null);

/** Returns the signed-in staff member. Throws outside the shell. */
export function useStaff(): StaffMember {
  const staff = useContext(StaffContext);
  if (!staff) throw new Error('This page is outside the shell');
  return staff;
}

/** Returns a function that tells whether the signed-in person may perform an action. */
export function useMay(): (action: StaffAction) => boolean {
  const { role } = useStaff();
  return (action) => staffMay(role, action);
}
