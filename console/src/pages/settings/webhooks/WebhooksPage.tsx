// A project's webhook endpoints, at `/settings/:id/webhooks`: users list and create them.
import { MODES } from '@godwit/contract/messages/statuses';
import { may } from '@godwit/contract/roles';
import type { Endpoint } from '@godwit/contract/webhookEndpoints';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { endpointsQuery } from '../../../api/webhooks.ts';
import { lazyPart } from '../../../components/lazyPart.ts';
import { List } from '../../../components/list/List.tsx';
import { oneOf, useModeAddress } from '../../../components/list/useAddress.ts';
import { paths } from '../../../paths.ts';
import { inMode } from '../../../session/mode.ts';
import { logs } from '../../../text/logs/en.ts';
import { useText } from '../../../text/useText.ts';
import { webhooks } from '../../../text/webhooks/en.ts';
import { withTexts } from '../../../text/withTexts.tsx';
import { linkTo } from '../../../ui/richText.tsx';
import { useShownProject } from '../shownProject.ts';
import { useLazyDialog } from '../useLazyDialog.ts';
import { EndpointPill } from './EndpointState.tsx';
import { EndpointExamples } from './Examples.tsx';
import { wordsOf } from './events.ts';
import { lastCall } from './lastCall.ts';

const CreateDialog = lazyPart(() => import('./EndpointDialogs.tsx'), 'CreateDialog');

/** Endpoints change their state without a person. */
const REFRESH_MS = 10_000;

function WebhooksPage() {
  const t = useText();
  const { id: projectId, role } = useShownProject();
  const { mode } = useModeAddress(
    (params) => ({ mode: oneOf(MODES, params.get('mode')) }),
    () => null,
  );
  const place = { projectId, mode };
  const found = useQuery({ ...endpointsQuery(place), refetchInterval: REFRESH_MS });
  const dialog = useLazyDialog();
  const mayChange = may(role, 'projects');
  return (
    <>
      <Group justify="space-between" align="flex-start" gap="12px 24px" mb={16}>
        <Text flex="1 1 280px" maw={560} c="dimmed">
          {t.rich('webhooks.intro', { mode, link: linkTo(inMode(paths.callbacks(projectId), mode)) })}
        </Text>
        {mayChange ? <Button onClick={dialog.open}>{t('webhooks.create')}</Button> : null}
      </Group>
      <List
        label={t('settings.webhooks')}
        found={{ ...found, data: found.data && { results: found.data } }}
        rowKey={({ id }) => id}
        stacked={(endpoint) => <EndpointRow endpoint={endpoint} />}
        link={({ id }) => ({ to: inMode(paths.webhook(projectId, id), mode) })}
        rowLabel={({ url }) => url}
        empty={t('webhooks.none', { mode })}
        emptyAction={<EndpointExamples projectId={projectId} mode={mode} />}
      />
      {dialog.mounted ? (
        <Suspense fallback={null}>
          <CreateDialog key={mode} place={place} opened={dialog.opened} onClose={dialog.close} />
        </Suspense>
      ) : null}
    </>
  );
}

function EndpointRow({ endpoint }: { endpoint: Endpoint }) {
  const t = useText();
  return (
    <Stack gap={4}>
      <Group gap="4px 12px" justify="space-between" align="flex-start">
        <Text span fw={600} flex="1 1 240px" miw={0} lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {endpoint.url}
        </Text>
        <EndpointPill endpoint={endpoint} />
      </Group>
      <Text>{wordsOf(endpoint.types, t)}</Text>
      {/* The pill says so if it was never called. */}
      {endpoint.last_called_at ? (
        <Text fz={13} c="dimmed">
          {lastCall(endpoint, t)}
        </Text>
      ) : null}
    </Stack>
  );
}

export default withTexts(WebhooksPage, { ...logs, ...webhooks });
