// The links of the network: added, edited, removed and tested.
import type { NetworkAnswer, NetworkDocument } from '@godwit/contract/staff/network';
import { Button, Group } from '@mantine/core';
import { formatInstant } from '../../format.ts';
import { type Translate, useText } from '../../text/useText.ts';
import { type Column, DataTable, stackOf } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Section } from '../../ui/Section.tsx';
import { StackLead } from '../shell/StaffPage.tsx';
import { type Fields, numbersOf } from './fields.ts';
import { ItemActions, withActions } from './ItemActions.tsx';
import { LinkDialog } from './LinkDialog.tsx';
import { TestLink } from './TestLink.tsx';
import { useEdited, useFocusAfterRemoval } from './useEdited.ts';
import { WholeDocument } from './WholeDocument.tsx';

/** `onChange` is null if the network cannot be changed here. */
export type Editing = {
  network: NetworkAnswer;
  document: NetworkDocument;
  onChange: ((next: NetworkDocument) => void) | null;
};

export function LinksPart({ network, document, onChange }: Editing) {
  const t = useText();
  const { edited, open, close, opening } = useEdited();
  const { links } = document;
  const add = useFocusAfterRemoval(links.length);
  const put = (link: Fields) => {
    const next = edited?.item ? links.with(edited.index, link) : [...links, link];
    onChange?.({ ...document, links: next });
    close();
  };
  const columns = columnsOf(network, t);
  const rest = stackOf(columns.slice(1));
  const actionsOf = (link: Fields) => (
    <ItemActions
      name={String(link.id)}
      acts={
        onChange && {
          onEdit: () => open(links.indexOf(link), link),
          onRemove: () => onChange({ ...document, links: links.filter((one) => one !== link) }),
        }
      }
    >
      {network.document.links.some(({ id }) => id === link.id) ? (
        <TestLink name={String(link.id)} version={network.current?.number ?? null} variant="subtle" />
      ) : null}
    </ItemActions>
  );
  return (
    <Section
      title={t('staff.network.links')}
      actions={
        onChange ? (
          <Group gap={8}>
            <WholeDocument document={document} onChange={onChange} />
            <Button ref={add} variant="outline" onClick={() => open(links.length)}>
              {t('staff.network.addLink')}
            </Button>
          </Group>
        ) : null
      }
    >
      <DataTable
        label={t('staff.network.links')}
        rows={links}
        rowKey={(link) => String(link.id)}
        columns={withActions(columns, actionsOf, t)}
        stacked={(link) => (
          <>
            <StackLead end={actionsOf(link)}>{String(link.id)}</StackLead>
            {rest(link)}
          </>
        )}
        empty={<EmptyState text={t('staff.network.NONE')} />}
      />
      {edited ? (
        <LinkDialog
          key={edited.key}
          link={edited.item}
          network={network}
          document={document}
          onDone={put}
          {...opening}
        />
      ) : null}
    </Section>
  );
}

const columnsOf = (network: NetworkAnswer, t: Translate): Column<Fields>[] => [
  { id: 'link', head: t('staff.network.link'), cell: ({ id }) => <strong>{String(id)}</strong> },
  {
    id: 'address',
    head: t('staff.network.address'),
    cell: addressOf,
  },
  {
    id: 'numbers',
    head: t('staff.network.routesOf'),
    cell: (link) => numbersOf(link.routes, t),
  },
  {
    id: 'secrets',
    head: t('staff.network.secrets'),
    cell: (link) => secretsOf(link, network, t),
    muted: true,
  },
];

function addressOf({ host, port, profile, base }: Fields): string {
  if (profile === undefined) return `SMPP · ${String(host)}:${String(port)}`;
  return ['HTTP', profile, base].filter((part) => part !== undefined).join(' · ');
}

/** The secrets that are set, and since when. Only those of the draft are known here. */
function secretsOf({ id, ...fields }: Fields, { secrets }: NetworkAnswer, t: Translate): string {
  const given = [...('password' in fields ? ['password'] : []), ...Object.keys(fields.secrets ?? {})];
  if (given.length > 0) return t('staff.network.secretsDraft', { names: given.join(', ') });
  const own = secrets.filter(({ link }) => link === id);
  if (own.length === 0) return t('staff.network.noSecrets');
  const names = own.map((one) => one.name).join(', ');
  const at = own[0]!.set_at;
  return at
    ? t('staff.network.secretsSet', { names, at: formatInstant(at) })
    : t('staff.network.secretsOfFile', { names });
}
