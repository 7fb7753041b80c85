// The links of the network: added, edited, removed and tested.
import type { NetworkAnswer, NetworkDocument } from '@godwit/contract/staff/network';
import { Button, Group, Text } from '@mantine/core';
import { formatInstant } from '../../format.ts';
import { type Translate, useText } from '../../text/useText.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Section } from '../../ui/Section.tsx';
import { StackLead } from '../shell/StaffPage.tsx';
import { type Fields, showRoutes } from './fields.ts';
import { LinkDialog } from './LinkDialog.tsx';
import { TestLink } from './TestLink.tsx';
import { useEdited, useFocusAfterRemoval } from './useEdited.ts';

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
  return (
    <Section
      title={t('staff.network.links')}
      actions={
        onChange ? (
          <Button ref={add} variant="outline" onClick={() => open(links.length)}>
            {t('staff.network.addLink')}
          </Button>
        ) : null
      }
    >
      <DataTable
        label={t('staff.network.links')}
        rows={links}
        rowKey={(link) => String(link.id)}
        stacked={(link) => (
          <LinkRow
            link={link}
            network={network}
            onEdit={onChange && (() => open(links.indexOf(link), link))}
            onRemove={
              onChange && (() => onChange({ ...document, links: links.filter((one) => one !== link) }))
            }
          />
        )}
        empty={<EmptyState text={t('staff.network.noLinks')} />}
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

type RowProps = {
  link: Fields;
  network: NetworkAnswer;
  onEdit: (() => void) | null;
  onRemove: (() => void) | null;
};

function LinkRow({ link, network, onEdit, onRemove }: RowProps) {
  const t = useText();
  const name = String(link.id);
  const isInUse = network.document.links.some(({ id }) => id === link.id);
  return (
    <Group justify="space-between" gap="12px 24px">
      <div style={{ flex: '1 1 240px', overflowWrap: 'anywhere' }}>
        <StackLead>{name}</StackLead>
        <Text>{addressOf(link)}</Text>
        <Text c="dimmed">
          {t('staff.network.routesOf')}: {showRoutes(link.routes) || '*'}
        </Text>
        <Text c="dimmed">
          {t('staff.network.secrets')}: {secretsOf(link, network, t)}
        </Text>
      </div>
      <Group gap={8}>
        {isInUse ? <TestLink name={name} version={network.current?.number ?? null} /> : null}
        {onEdit ? (
          <Button variant="outline" aria-label={t('staff.network.editOf', { name })} onClick={onEdit}>
            {t('staff.network.edit')}
          </Button>
        ) : null}
        {onRemove ? (
          <Button
            variant="outline"
            color="red"
            aria-label={t('staff.network.removeOf', { name })}
            onClick={onRemove}
          >
            {t('staff.network.remove')}
          </Button>
        ) : null}
      </Group>
    </Group>
  );
}

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
