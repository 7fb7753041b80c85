// A project's named API keys: users create, rotate and revoke them.
import type { NamedKey, Scope } from '@godwit/contract/apiKeys';
import { may } from '@godwit/contract/roles';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconClockOff, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { namedKeysQuery, revokeNamedKey } from '../../api/projects.ts';
import { lazyPart } from '../../components/lazyPart.ts';
import { List } from '../../components/list/List.tsx';
import { Moment } from '../../components/Moment.tsx';
import { formatDay, formatInstant, formatMoney } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useTeam } from '../../session/context.ts';
import { apiKeys } from '../../text/apiKeys/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Card } from '../../ui/Card.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { linkTo } from '../../ui/richText.tsx';
import { SettingValue } from '../../ui/SettingRow.tsx';
import { NameAndMode, RevokeButton } from './Credentials.tsx';
import { useShownProject } from './shownProject.ts';

const KeyDialog = lazyPart(() => import('./ApiKeyDialogs.tsx'), 'KeyDialog');
const RotateDialog = lazyPart(() => import('./ApiKeyDialogs.tsx'), 'RotateDialog');

const SCOPE_NAMES = {
  'messages:send': 'keys.send',
  'messages:read': 'keys.read',
  verify: 'keys.verify',
  'verify:profiles': 'keys.profiles',
  consents: 'keys.consents',
  optouts: 'keys.optouts',
  contacts: 'keys.contacts',
  campaigns: 'keys.campaigns',
  templates: 'keys.templates',
  conversations: 'keys.conversations',
  events: 'keys.events',
  webhooks: 'keys.webhooks',
  prices: 'keys.prices',
  balance: 'keys.balance',
} as const satisfies Record<Scope, string>;

function ApiKeysPage() {
  const t = useText();
  const project = useShownProject();
  if (!may(project.role, 'projects'))
    return (
      <Card>
        <SettingValue>{t('settings.keysHidden')}</SettingValue>
      </Card>
    );
  return <Keys projectId={project.id} />;
}

function Keys({ projectId }: { projectId: string }) {
  const t = useText();
  const found = useQuery(namedKeysQuery(projectId));
  const { data } = found;
  const [opened, setOpened] = useState<'create' | 'rotate' | null>(null);
  // The dialogs stay mounted after they were opened once, so they can fade out. They are not in the rows: a
  // row changes as soon as its key is rotated, while its dialog shows the new key.
  const [created, setCreated] = useState(false);
  const [rotated, setRotated] = useState<NamedKey | null>(null);
  const close = () => setOpened(null);
  function create(): void {
    setCreated(true);
    setOpened('create');
  }
  function rotate(key: NamedKey): void {
    setRotated(key);
    setOpened('rotate');
  }
  return (
    <>
      <Group justify="space-between" align="flex-start" gap="12px 24px" mb={16}>
        <Text flex="1 1 280px" maw={560} c="dimmed">
          {t.rich('keys.intro', { link: linkTo(paths.settings(projectId)) })}
        </Text>
        <Button onClick={create}>{t('keys.create')}</Button>
      </Group>
      <List
        label={t('settings.keys')}
        found={{ ...found, data: data && { results: data } }}
        rowKey={({ id }) => id}
        stacked={(key) => <KeyRow projectId={projectId} namedKey={key} onRotate={() => rotate(key)} />}
        empty={t('keys.none')}
      />
      <Suspense fallback={null}>
        {created ? <KeyDialog projectId={projectId} opened={opened === 'create'} onClose={close} /> : null}
        {rotated ? (
          <RotateDialog
            projectId={projectId}
            namedKey={rotated}
            opened={opened === 'rotate'}
            onClose={close}
          />
        ) : null}
      </Suspense>
    </>
  );
}

const hasEnded = ({ expires_at: end }: NamedKey) => end !== null && Date.parse(end) <= Date.now();

type RowProps = { projectId: string; namedKey: NamedKey };

function KeyRow({ projectId, namedKey, onRotate }: RowProps & { onRotate: () => void }) {
  const t = useText();
  const { name, mode, ending, created_by: person, created_at, expires_at: end } = namedKey;
  const day = formatDay(created_at);
  const ended = hasEnded(namedKey);
  return (
    <Group justify="space-between" align="flex-start" gap="8px 24px">
      <Stack gap={4} flex="1 1 280px" miw={0}>
        <Group gap="4px 12px">
          <NameAndMode name={name} mode={mode} />
          <State namedKey={namedKey} />
        </Group>
        <Limits namedKey={namedKey} />
        <Text fz={13} c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          <LastUsed at={namedKey.last_used_at} />
          {end && !ended ? (
            <>
              {' · '}
              <Moment instant={end}>{t('keys.endsAt', { when: formatInstant(end) })}</Moment>
            </>
          ) : null}
        </Text>
        <Text fz={13} c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          <span className="mono">
            gk_{mode.toLowerCase()}_…{ending}
          </span>
          {' · '}
          {person ? t('keys.by', { person, day }) : t('keys.created', { day })}
        </Text>
      </Stack>
      <Group gap={8} mx={-12}>
        {ended || namedKey.rotated_at ? null : (
          <Button
            variant="subtle"
            size="xs"
            aria-label={t('keys.rotateOf', { name: namedKey.name })}
            onClick={onRotate}
          >
            {t('settings.rotate')}
          </Button>
        )}
        <Revoke projectId={projectId} namedKey={namedKey} />
      </Group>
    </Group>
  );
}

function State({ namedKey }: { namedKey: NamedKey }) {
  const t = useText();
  if (hasEnded(namedKey))
    return (
      <Pill tone="neutral" icon={IconClockOff}>
        {t('keys.ended')}
      </Pill>
    );
  if (!namedKey.rotated_at) return null;
  return (
    <Pill tone="warning" icon={IconRefresh}>
      {t('keys.rotated')}
    </Pill>
  );
}

/** The scopes of a key, and the limits that it has. */
function Limits({ namedKey }: { namedKey: NamedKey }) {
  const t = useText();
  const { currency_symbol: symbol } = useTeam().region;
  const { scopes, per_second: count, daily_cap: cap, networks } = namedKey;
  const limits = [
    scopes.map((scope) => t(SCOPE_NAMES[scope])).join(', '),
    count !== null && t('keys.rateOf', { count }),
    cap !== null && t('keys.capOf', { amount: formatMoney(cap, symbol) }),
    networks.length > 0 && t('settings.fromNetworks', { networks: networks.join(', ') }),
  ];
  return (
    <Text fz={13} style={{ overflowWrap: 'anywhere' }}>
      {limits.filter(Boolean).join(' · ')}
    </Text>
  );
}

function LastUsed({ at }: { at: string | null }) {
  const t = useText();
  if (at === null) return t('keys.neverUsed');
  return <Moment instant={at}>{t('keys.lastUsed', { when: formatInstant(at) })}</Moment>;
}

function Revoke({ projectId, namedKey: { id, name } }: RowProps) {
  const t = useText();
  return (
    <RevokeButton
      label={t('settings.revokeKey', { key: name })}
      text={[t('keys.revokeText', { name }), t('keys.revokeNext')]}
      call={() => revokeNamedKey(projectId, id)}
      done={t('keys.revoked')}
      queryKey={namedKeysQuery(projectId).queryKey}
    />
  );
}

export default withTexts(ApiKeysPage, apiKeys);
