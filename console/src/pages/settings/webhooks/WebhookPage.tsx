// A webhook endpoint, at `/settings/:id/webhooks/:endpoint`: its state, a test event, changes, and its calls.
import type { CallbackTest } from '@godwit/contract/callbackLog';
import { MODES, type Mode } from '@godwit/contract/messages/statuses';
import { may } from '@godwit/contract/roles';
import type { Endpoint } from '@godwit/contract/webhookEndpoints';
import { Box, Group, Stack, Text } from '@mantine/core';
import { IconPencil, IconPlayerPause, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import {
  changeEndpoint,
  deleteEndpoint,
  endpointsQuery,
  type Place,
  testEndpoint,
} from '../../../api/webhooks.ts';
import { useConfirm } from '../../../components/dialog/Confirm.tsx';
import { useAction } from '../../../components/form/useSubmit.ts';
import { BackLink } from '../../../components/frame/Page.tsx';
import { lazyPart } from '../../../components/lazyPart.ts';
import { LoadFailed } from '../../../components/list/LoadFailed.tsx';
import { RowMenu } from '../../../components/list/RowMenu.tsx';
import { oneOf, useModeAddress } from '../../../components/list/useAddress.ts';
import { Moment } from '../../../components/Moment.tsx';
import { toastSuccess } from '../../../components/toast/toast.ts';
import { formatInstant } from '../../../format.ts';
import { paths } from '../../../paths.ts';
import { inMode } from '../../../session/mode.ts';
import { logs } from '../../../text/logs/en.ts';
import { useText } from '../../../text/useText.ts';
import { webhooks } from '../../../text/webhooks/en.ts';
import { withTexts } from '../../../text/withTexts.tsx';
import { Card, LoadingCard } from '../../../ui/Card.tsx';
import { EmptyCard } from '../../../ui/EmptyState.tsx';
import { Fact, Facts } from '../../../ui/Facts.tsx';
import { linkTo } from '../../../ui/richText.tsx';
import { Failure, SubmitButton } from '../../../ui/SubmitButton.tsx';
import { useShownProject } from '../shownProject.ts';
import { Outcome } from '../TestCallbackForm.tsx';
import { useLazyDialog } from '../useLazyDialog.ts';
import { Deliveries } from './Deliveries.tsx';
import { EndpointNote, EndpointPill } from './EndpointState.tsx';
import { wordsOf } from './events.ts';
import { lastCall } from './lastCall.ts';

const EditDialog = lazyPart(() => import('./EndpointDialogs.tsx'), 'EditDialog');
const RotateDialog = lazyPart(() => import('./EndpointDialogs.tsx'), 'RotateDialog');

const REFRESH_MS = 10_000;

function WebhookPage() {
  const { id: projectId, role } = useShownProject();
  const { endpoint: id = '' } = useParams();
  const { mode } = useModeAddress(
    (params) => ({ mode: oneOf(MODES, params.get('mode')) }),
    () => null,
  );
  const place = { projectId, mode };
  const { data, error, refetch } = useQuery({ ...endpointsQuery(place), refetchInterval: REFRESH_MS });
  const endpoint = data?.find((one) => one.id === id);
  const list = inMode(paths.webhooks(projectId), mode);
  if (!data)
    return error ? (
      <LoadFailed error={error} onRetry={() => void refetch()} />
    ) : (
      <LoadingCard heights={[40, 40, 184]} gap={24} />
    );
  if (!endpoint) return <Missing mode={mode} list={list} />;
  return (
    <Stack gap={24}>
      <Box mb={-16}>
        <BackLink to={list} />
      </Box>
      <EndpointNote endpoint={endpoint} />
      <EndpointCard place={place} endpoint={endpoint} mayChange={may(role, 'projects')} />
      <Deliveries place={place} endpoint={endpoint} mayResend={may(role, 'projects')} />
    </Stack>
  );
}

function Missing({ mode, list }: { mode: Mode; list: string }) {
  const t = useText();
  return <EmptyCard text={t.rich('webhooks.missing', { mode, link: linkTo(list) })} />;
}

type Props = { place: Place; endpoint: Endpoint; mayChange: boolean };

function EndpointCard({ place, endpoint, mayChange }: Props) {
  const t = useText();
  const until = endpoint.previous_secret_until;
  return (
    <Card>
      <Group gap="8px 12px" justify="space-between" align="flex-start" mb={16}>
        <Text
          component="h2"
          fz={18}
          lh="24px"
          fw={600}
          flex="1 1 240px"
          miw={0}
          style={{ overflowWrap: 'anywhere' }}
        >
          {endpoint.url}
        </Text>
        <EndpointPill endpoint={endpoint} />
      </Group>
      <Facts>
        <Fact name={t('webhooks.events')} whole>
          {wordsOf(endpoint.types, t)}
        </Fact>
        <Fact name={t('webhooks.lastCallName')} wide>
          {lastCall(endpoint, t, 'webhooks.callAnswer')}
        </Fact>
        <Fact name={t('webhooks.createdName')}>
          <Moment instant={endpoint.created_at} />
        </Fact>
        {until ? (
          <Fact name={t('webhooks.secret')} whole>
            {t('webhooks.until', { when: formatInstant(until) })}
          </Fact>
        ) : null}
      </Facts>
      {mayChange ? <Actions place={place} endpoint={endpoint} /> : null}
    </Card>
  );
}

function Actions({ place, endpoint }: Omit<Props, 'mayChange'>) {
  const t = useText();
  const [result, setResult] = useState<CallbackTest | null>(null);
  const testing = useAction({
    call: async () => setResult(await testEndpoint(place, endpoint.id)),
    inPlace: true,
  });
  const refresh = useRefresh(place);
  const resuming = useAction({
    call: async () => {
      await changeEndpoint(place, endpoint.id, { enabled: true });
      await refresh();
      toastSuccess(t('webhooks.resumed'));
    },
  });
  return (
    <>
      <Group gap={12} mt={24}>
        <SubmitButton
          variant="default"
          busy={testing.busy}
          busyLabel={t('settings.testSending')}
          onClick={() => testing.run()}
        >
          {t('webhooks.test')}
        </SubmitButton>
        {endpoint.enabled ? null : (
          <SubmitButton
            variant="default"
            busy={resuming.busy}
            busyLabel={t('webhooks.resuming')}
            onClick={() => resuming.run()}
          >
            {t('webhooks.resume')}
          </SubmitButton>
        )}
        <MoreActions place={place} endpoint={endpoint} />
      </Group>
      <Failure>{testing.failure}</Failure>
      <div role="status">
        {result ? (
          <Outcome result={result} taken={t('webhooks.testTaken')} notTaken={t('webhooks.testNotTaken')} />
        ) : null}
      </div>
    </>
  );
}

function useRefresh(place: Place) {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: endpointsQuery(place).queryKey });
}

function MoreActions({ place, endpoint }: Omit<Props, 'mayChange'>) {
  const t = useText();
  const navigate = useNavigate();
  const refresh = useRefresh(place);
  const [confirm, confirmDialog] = useConfirm();
  const [editing, rotating] = [useLazyDialog(), useLazyDialog()];
  const { id } = endpoint;
  const pause = () =>
    confirm({
      title: t('webhooks.pause'),
      text: [t('webhooks.pauseText'), t('webhooks.pauseNext')],
      ...{ action: t('webhooks.pause'), busyLabel: t('webhooks.pausing'), harmless: true },
      call: async () => {
        await changeEndpoint(place, id, { enabled: false });
        await refresh();
      },
      onLost: () => void refresh(),
    });
  const remove = () =>
    confirm({
      title: t('webhooks.remove'),
      text: [t('webhooks.removeText', { url: endpoint.url }), t('webhooks.removeNext')],
      ...{ action: t('action.remove'), busyLabel: t('action.removing') },
      call: async () => {
        await deleteEndpoint(place, id);
        toastSuccess(t('webhooks.removed'));
        await navigate(inMode(paths.webhooks(place.projectId), place.mode), { replace: true });
        await refresh();
      },
      onLost: () => void refresh(),
    });
  return (
    <>
      <RowMenu
        text={t('webhooks.more')}
        actions={[
          { label: t('webhooks.edit'), icon: IconPencil, onClick: editing.open },
          { label: t('webhooks.rotate'), icon: IconRefresh, onClick: rotating.open },
          ...(endpoint.enabled
            ? [{ label: t('webhooks.pause'), icon: IconPlayerPause, onClick: pause }]
            : []),
          { label: t('webhooks.remove'), icon: IconTrash, danger: true, onClick: remove },
        ]}
      />
      {confirmDialog}
      <Suspense fallback={null}>
        {editing.mounted ? (
          <EditDialog place={place} endpoint={endpoint} opened={editing.opened} onClose={editing.close} />
        ) : null}
        {rotating.mounted ? (
          <RotateDialog place={place} endpoint={endpoint} opened={rotating.opened} onClose={rotating.close} />
        ) : null}
      </Suspense>
    </>
  );
}

export default withTexts(WebhookPage, { ...logs, ...webhooks });
