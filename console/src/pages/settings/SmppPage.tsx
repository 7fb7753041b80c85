// A project's SMPP accounts: the address to bind to and the current binds. Users create and revoke accounts.
import { may } from '@godwit/contract/roles';
import type { SmppAccount, SmppAccounts } from '@godwit/contract/smppAccounts';
import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { revokeSmppAccount, smppAccountsQuery } from '../../api/projects.ts';
import { CopyId } from '../../components/CopyButton.tsx';
import { lazyPart } from '../../components/lazyPart.ts';
import { List } from '../../components/list/List.tsx';
import { Moment } from '../../components/Moment.tsx';
import { WorkedExample } from '../../components/WorkedExample.tsx';
import { formatInstant } from '../../format.ts';
import { smpp } from '../../text/smpp/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Card } from '../../ui/Card.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { NoteBox } from '../../ui/NoteBox.tsx';
import { SettingValue } from '../../ui/SettingRow.tsx';
import { NameAndMode, RevokeButton } from './Credentials.tsx';
import { useShownProject } from './shownProject.ts';

/** Keeps the list of binds current. */
const REFRESH_MS = 5_000;

const SmppAccountDialog = lazyPart(() => import('./SmppAccountDialog.tsx'), 'SmppAccountDialog');

function SmppPage() {
  const t = useText();
  const project = useShownProject();
  if (!may(project.role, 'projects'))
    return (
      <Card>
        <SettingValue>{t('settings.keysHidden')}</SettingValue>
      </Card>
    );
  return <Accounts projectId={project.id} />;
}

function Accounts({ projectId }: { projectId: string }) {
  const t = useText();
  const found = useQuery({ ...smppAccountsQuery(projectId), refetchInterval: REFRESH_MS });
  const { data } = found;
  return (
    <>
      <Group justify="space-between" align="flex-start" gap="12px 24px" mb={16}>
        <Text flex="1 1 280px" maw={560} c="dimmed">
          {t('smpp.intro')}
        </Text>
        <CreateButton projectId={projectId} />
      </Group>
      {data ? <BindAddress {...data} /> : null}
      <List
        label={t('smpp.accounts')}
        found={{ ...found, data: data && { results: data.accounts } }}
        rowKey={({ system_id }) => system_id}
        stacked={(account) => <AccountRow projectId={projectId} account={account} />}
        empty={t('smpp.none')}
        emptyAction={data ? <WorkedExample text={t('smpp.example')} code={kannelLines(data)} /> : null}
      />
    </>
  );
}

/** The lines with which Kannel, a common gateway, binds. */
const kannelLines = ({ host, port, tls }: SmppAccounts): string =>
  [
    'group = smsc',
    'smsc = smpp',
    `host = ${host}`,
    `port = ${port ?? 2775}`,
    ...(tls ? ['use-ssl = true'] : []),
    'smsc-username = SYSTEM_ID',
    'smsc-password = PASSWORD',
    'transceiver-mode = true',
  ].join('\n');

function BindAddress({ host, port, tls }: SmppAccounts) {
  const t = useText();
  if (port === null)
    return (
      <Box mb={16}>
        <NoteBox tone="info">{t('smpp.off')}</NoteBox>
      </Box>
    );
  return (
    <Box mb={16}>
      <Card>
        <Facts even>
          <Fact name={t('smpp.host')}>{host}</Fact>
          <Fact name={t('smpp.port')}>{String(port)}</Fact>
          <Fact name={t('smpp.tls')}>{t(tls ? 'smpp.tlsOn' : 'smpp.tlsOff')}</Fact>
        </Facts>
      </Card>
    </Box>
  );
}

function CreateButton({ projectId }: { projectId: string }) {
  const t = useText();
  const [opened, setOpened] = useState(false);
  // The dialog stays mounted after it was opened once, so it can fade out.
  const [mounted, setMounted] = useState(false);
  function open(): void {
    setMounted(true);
    setOpened(true);
  }
  return (
    <>
      <Button onClick={open}>{t('smpp.create')}</Button>
      {mounted ? (
        <Suspense fallback={null}>
          <SmppAccountDialog projectId={projectId} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** The parameters of SMPP in which an account gets long messages, if not in headers. */
const PARAMETERS = { SAR: 'sar_*', PAYLOAD: 'message_payload' } as const;

function AccountRow({ projectId, account }: { projectId: string; account: SmppAccount }) {
  const t = useText();
  const { name, mode, system_id: systemId, networks, binds } = account;
  const networksText =
    networks.length > 0 ? ` · ${t('settings.fromNetworks', { networks: networks.join(', ') })}` : '';
  const bound = binds.map((bind) => t('smpp.bind', { mode: bind.mode, address: bind.address }));
  return (
    <Group justify="space-between" align="flex-start" gap="8px 24px">
      <Stack gap={4} flex="1 1 280px" miw={0}>
        <NameAndMode name={name} mode={mode} />
        <CopyId id={systemId} label={t('smpp.copySystemId')} />
        <Text fz={13} c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {t('smpp.rate', { count: account.throughput })} ·{' '}
          {t('smpp.bound', { count: binds.length, most: account.max_binds })}
          {networksText}
          {account.charset === 'LATIN1' ? ' · Latin-1' : null}
          {account.long_messages === 'UDH' ? null : ` · ${PARAMETERS[account.long_messages]}`}
          {/* A server of an older version does not return `tlvs`. */}
          {account.tlvs?.length ? ` · ${account.tlvs.join(', ')}` : null}
        </Text>
        <Text fz={13} c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {bound.length > 0 ? (
            t('smpp.boundFrom', { binds: bound.join(', ') })
          ) : (
            <LastBound at={account.last_bound_at} />
          )}
        </Text>
      </Stack>
      <Group mx={-12}>
        <RevokeButton
          label={t('smpp.revokeOf', { name })}
          text={[t('smpp.revokeText', { name }), t('smpp.revokeNext')]}
          call={() => revokeSmppAccount(projectId, systemId)}
          done={t('smpp.revoked')}
          queryKey={smppAccountsQuery(projectId).queryKey}
        />
      </Group>
    </Group>
  );
}

function LastBound({ at }: { at: string | null }) {
  const t = useText();
  if (at === null) return t('smpp.neverBound');
  return <Moment instant={at}>{t('smpp.lastBound', { when: formatInstant(at) })}</Moment>;
}

export default withTexts(SmppPage, smpp);
