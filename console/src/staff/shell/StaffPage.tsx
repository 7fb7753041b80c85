// The parts of staff pages: the person who is signed in, the beginning of a page, searches, the facts of
// something, ids, and the link back to a list.
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
import { Fact as FactItem, Facts as FactList } from '../../ui/Facts.tsx';

type Props = Pick<ComponentProps<typeof PageFrame>, 'title' | 'actions' | 'children'> & { back?: string };

export function StaffPage({ back, ...page }: Props) {
  const t = useText();
  return <PageFrame {...page} app={`Godwit ${t('staff.title')}`} {...(back ? { back: { to: back } } : {})} />;
}

type SearchProps = Address<{ q: string }> & { hint: string; maxLength?: number };

/** The search of a list, which its address carries. */
export const Search = ({ state, change, ...field }: SearchProps) => (
  <SearchField {...field} q={state.q} maw={360} onSearch={(q) => change({ q }, { replace: true })} />
);

/** Gives the state of a link, which `useBack` finds on the next page: the list with its filter and page. */
export function useHere(): { from: string } {
  const { pathname, search } = useLocation();
  return { from: pathname + search };
}

/** Gives the page that the link to this page was on, else `fallback`. */
export function useBack(fallback: string): string {
  const { state } = useLocation();
  return (state as { from?: string } | null)?.from ?? fallback;
}

/** The first line of a row on a phone: what it is about, and at its right what one looks for. */
export const StackLead = ({ children, end }: { children: ReactNode; end?: ReactNode }) => (
  <Flex justify="space-between" align="baseline" gap={12}>
    <Text component="strong" fw={600} miw={0} style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Text>
    {end === undefined ? null : <Box flex="none">{end}</Box>}
  </Flex>
);

/** `whole`: over the whole width. */
export type Fact = [label: string, value: ReactNode, width?: 'whole'];

export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <FactList even>
      {facts.map(([label, value, width]) => (
        <FactItem key={label} name={label} whole={width === 'whole'}>
          {typeof value === 'string' ? (
            <Text span inherit style={{ whiteSpace: 'pre-wrap' }}>
              {value}
            </Text>
          ) : (
            value
          )}
        </FactItem>
      ))}
    </FactList>
  );
}

type IdProps = {
  id: string;
  /** Names what is copied: "Copy Team ID". */
  copy: string;
  /** The link target, if any. */
  to?: string;
};

/** An id, cut in the middle: whole under the pointer, and copied whole. */
export function StaffId({ id, copy, to }: IdProps) {
  const t = useText();
  return (
    <Group display="inline-flex" gap={4} wrap="nowrap">
      <span className="mono" title={id}>
        {to ? (
          <Anchor component={Link} to={to} inherit>
            {shortId(id)}
          </Anchor>
        ) : (
          shortId(id)
        )}
      </span>
      <CopyButton value={id} label={copy} copiedLabel={t('action.copied')} size={28} />
    </Group>
  );
}

/** The member of staff who is signed in, for every page inside the shell. */
export const StaffContext = createContext<StaffMember | null>(null);

/** Returns the signed-in staff member. Throws outside the shell. */
export function useStaff(): StaffMember {
  const staff = useContext(StaffContext);
  if (!staff) throw new Error('This page is outside the shell');
  return staff;
}

/** Says of an action whether the person signed in may do it. */
export function useMay(): (action: StaffAction) => boolean {
  const { role } = useStaff();
  return (action) => staffMay(role, action);
}
