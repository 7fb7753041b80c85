// A project's send URLs, at `/settings/:id/send-urls`: users create and delete them.
import { may } from '@godwit/contract/roles';
import type { SendUrl } from '@godwit/contract/sendUrls';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { deleteSendUrl, sendUrlsQuery } from '../../api/projects.ts';
import { lazyPart } from '../../components/lazyPart.ts';
import { List } from '../../components/list/List.tsx';
import { WorkedExample } from '../../components/WorkedExample.tsx';
import { formatDay } from '../../format.ts';
import { useReadableNumber } from '../../phone.ts';
import { sendUrls } from '../../text/sendUrls/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Card } from '../../ui/Card.tsx';
import { SettingValue } from '../../ui/SettingRow.tsx';
import { NameAndMode, RevokeButton } from './Credentials.tsx';
import { useShownProject } from './shownProject.ts';

const SendUrlDialog = lazyPart(() => import('./SendUrlDialog.tsx'), 'SendUrlDialog');

function SendUrlsPage() {
  const t = useText();
  const project = useShownProject();
  if (!may(project.role, 'projects'))
    return (
      <Card>
        <SettingValue>{t('settings.keysHidden')}</SettingValue>
      </Card>
    );
  return <SendUrls projectId={project.id} sender={project.senders[0]?.id ?? 'SANDBOX'} />;
}

function SendUrls({ projectId, sender }: { projectId: string; sender: string }) {
  const t = useText();
  const found = useQuery(sendUrlsQuery(projectId));
  const [opened, setOpened] = useState(false);
  // The dialog stays mounted after it was opened once, so it can fade out.
  const [mounted, setMounted] = useState(false);
  function open(): void {
    setMounted(true);
    setOpened(true);
  }
  return (
    <>
      <Group justify="space-between" align="flex-start" gap="12px 24px" mb={16}>
        <Text flex="1 1 280px" maw={560} c="dimmed">
          {t('sendUrls.intro')}
        </Text>
        <Button onClick={open}>{t('sendUrls.create')}</Button>
      </Group>
      <List
        label={t('settings.sendUrls')}
        found={{ ...found, data: found.data && { results: found.data } }}
        rowKey={({ id }) => id}
        stacked={(url) => <SendUrlRow projectId={projectId} url={url} />}
        empty={t('sendUrls.none')}
        emptyAction={<WorkedExample text={t('sendUrls.example')} code={EXAMPLE} />}
      />
      {mounted ? (
        <Suspense fallback={null}>
          <SendUrlDialog
            projectId={projectId}
            sender={sender}
            opened={opened}
            onClose={() => setOpened(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** A call of a URL whose text has the field `message`. */
const EXAMPLE = `curl ${location.origin}/v1/in/TOKEN -d message='The gate is open'`;

function SendUrlRow({ projectId, url }: { projectId: string; url: SendUrl }) {
  const t = useText();
  const readable = useReadableNumber();
  const {
    id,
    name,
    mode,
    format,
    ending,
    sender,
    recipients,
    recipient_field: field,
    per_minute,
    body,
    created_at,
  } = url;
  const to = field === null ? recipients.map(readable).join(', ') : t('sendUrls.toField', { field });
  return (
    <Group justify="space-between" align="flex-start" gap="8px 24px">
      <Stack gap={4} flex="1 1 280px" miw={0}>
        <NameAndMode name={name} mode={mode} />
        <Text style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{body}</Text>
        <Text fz={13} c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {t('sendUrls.fromTo', { sender, to })}
        </Text>
        <Text fz={13} c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          <span className="mono">/v1/in/…{ending}</span>
          {' · '}
          {t('sendUrls.created', { day: formatDay(created_at) })}
          {' · '}
          {t('sendUrls.perMinute', { count: per_minute })}
          {format === 'GENERIC' ? null : ` · ${t(`sendUrls.${format}`)}`}
        </Text>
      </Stack>
      <Group mx={-12}>
        <RevokeButton
          label={t('sendUrls.revokeOf', { name })}
          text={[t('sendUrls.revokeText', { name }), t('sendUrls.revokeNext')]}
          call={() => deleteSendUrl(projectId, id)}
          done={t('sendUrls.revoked')}
          queryKey={sendUrlsQuery(projectId).queryKey}
        />
      </Group>
    </Group>
  );
}

export default withTexts(SendUrlsPage, sendUrls);
