// The links of the network: added, edited, removed and tested.
import type { NetworkAnswer, NetworkDocument } from '@godwit/contract/staff/network';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../components/form/useSubmit.ts';
import { toastError, toastSuccess } from '../../components/toast/toast.ts';
import { formatInstant } from '../../format.ts';
import { type Translate, useText } from '../../text/useText.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Section } from '../../ui/Section.tsx';
import { testLink } from '../api/network.ts';
import { StackLead } from '../shell/StaffPage.tsx';
import { type Fields, showRoutes } from './fields.ts';
import { LinkDialog } from './LinkDialog.tsx';

/** `onChange` is null if the network cannot be changed here. */
export type Editing = {
  network: NetworkAnswer;
  document: NetworkDocument;
  onChange: ((next: NetworkDocument) => void) | null;
};

/** An item being edited: `index` in its list, and -1 for a new one. */
type Edited = { index: number; item: Fields | undefined };

export function LinksPart({ network, document, onChange }: Editing) {
  const t = useText();
  const [edited, setEdited] = useState<Edited | null>(null);
  const { links } = document;
  const put = (link: Fields) => {
    const next = edited?.item ? links.with(edited.index, link) : [...links, link];
    onChange?.({ ...document, links: next });
    setEdited(null);
  };
  return (
    <Section
      title={t('staff.network.links')}
      actions={
        onChange ? (
          <Button onClick={() => setEdited({ index: -1, item: undefined })}>
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
            onEdit={onChange && (() => setEdited({ index: links.indexOf(link), item: link }))}
            onRemove={
              onChange && (() => onChange({ ...document, links: links.filter((one) => one !== link) }))
            }
          />
        )}
        empty={<EmptyState text={t('staff.network.noLinks')} />}
      />
      {edited ? (
        <LinkDialog
          link={edited.item}
          network={network}
          document={document}
          onDone={put}
          onClose={() => setEdited(null)}
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
  const version = network.current?.number;
  const isCurrent = network.document.links.some(({ id }) => id === link.id);
  return (
    <Group justify="space-between" gap="12px 24px">
      <div style={{ flex: '1 1 240px', overflowWrap: 'anywhere' }}>
        <StackLead>{name}</StackLead>
        <Text>{addressOf(link)}</Text>
        <Text c="dimmed">
          {t('staff.network.routesOf')}: {showRoutes(link.routes) || '*'}
        </Text>
        <Text c="dimmed">
          {t('staff.network.secrets')}: {secretsOf(name, network, t)}
        </Text>
      </div>
      <Group gap={8}>
        {version !== undefined && isCurrent ? <TestButton name={name} version={version} /> : null}
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

const addressOf = ({ host, port, profile, base }: Fields): string =>
  profile === undefined
    ? `SMPP · ${String(host)}:${String(port)}`
    : `${String(profile)}${base === undefined ? '' : ` · ${String(base)}`}`;

/** The secrets that are set, and since when. Their values are not known here. */
function secretsOf(name: string, { secrets }: NetworkAnswer, t: Translate): string {
  const own = secrets.filter(({ link }) => link === name);
  if (own.length === 0) return t('staff.network.noSecrets');
  const names = own.map((one) => one.name).join(', ');
  const at = own[0]!.set_at;
  return at
    ? t('staff.network.secretsSet', { names, at: formatInstant(at) })
    : t('staff.network.secretsOfFile', { names });
}

function TestButton({ name, version }: { name: string; version: number }) {
  const t = useText();
  const testing = useAction({
    call: async () => {
      const { ok, words } = await testLink(name, version);
      (ok ? toastSuccess : toastError)(`${name}: ${words}`);
    },
  });
  return (
    <Button
      variant="outline"
      aria-label={t('staff.network.testOf', { name })}
      loading={testing.busy}
      onClick={() => testing.run()}
    >
      {t('staff.network.test')}
    </Button>
  );
}
