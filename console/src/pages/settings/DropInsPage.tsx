// The drop-in APIs of a project, at `/settings/:id/drop-ins`: each is off until an owner or admin enables it.
import type { DropIn, DropInKind } from '@godwit/contract/dropIns';
import type { Project } from '@godwit/contract/projects';
import { may } from '@godwit/contract/roles';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { changeDropIn, dropInsQuery } from '../../api/projects.ts';
import { useConfirm } from '../../components/dialog/Confirm.tsx';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { Moment } from '../../components/Moment.tsx';
import { toastSuccess } from '../../components/toast/toast.ts';
import { WorkedExample } from '../../components/WorkedExample.tsx';
import { formatInstant } from '../../format.ts';
import { dropIns } from '../../text/dropIns/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Card, LoadingCard } from '../../ui/Card.tsx';
import { SettingRow, SettingValue } from '../../ui/SettingRow.tsx';
import { useShownProject } from './shownProject.ts';

function DropInsPage() {
  const t = useText();
  const project = useShownProject();
  if (!may(project.role, 'projects'))
    return (
      <Card>
        <SettingValue>{t('settings.keysHidden')}</SettingValue>
      </Card>
    );
  return <DropIns project={project} />;
}

function DropIns({ project }: { project: Project }) {
  const t = useText();
  const { data, error, refetch } = useQuery(dropInsQuery(project.id));
  return (
    <>
      <Text maw={560} c="dimmed" mb={16}>
        {t('dropIns.intro')}
      </Text>
      {data ? (
        <Card>
          {data.map((dropIn) => (
            <DropInRow key={dropIn.kind} project={project} dropIn={dropIn} />
          ))}
        </Card>
      ) : error ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingCard heights={[40, 80]} gap={24} />
      )}
    </>
  );
}

/** A call that sends a TEST message. `mail`: where mail is sent to. */
const EXAMPLES: Record<DropInKind, (project: Project, mail: DropIn['mail']) => string> = {
  KANNEL: ({ id }) =>
    [
      `curl -G ${location.origin}/cgi-bin/sendsms`,
      `-d username=${id}`,
      '-d password=TEST_KEY',
      '-d from=SANDBOX -d to=94770000001 -d text=Hello',
    ].join(' \\\n  '),
  TWILIO: ({ id }) =>
    [
      'const client = twilio(',
      `  'AC${id.replaceAll('-', '')}',`,
      "  'TEST_KEY',",
      ');',
      `client.api.baseUrl = '${location.origin}/twilio';`,
      'await client.messages.create({',
      "  from: 'SANDBOX',",
      "  to: '+94770000001',",
      "  body: 'Hello',",
      '});',
    ].join('\n'),
  SMTP: ({ id }, mail) =>
    [
      `swaks --server ${mail?.host}:${mail?.port} --tls`,
      '--auth PLAIN',
      `--auth-user ${id}`,
      '--auth-password TEST_KEY',
      '--from app@example.com',
      `--to 94770000001@${mail?.domain}`,
      '--body Hello',
    ].join(' \\\n  '),
};

function DropInRow({ project, dropIn }: { project: Project; dropIn: DropIn }) {
  const { kind, enabled_at: since, mail } = dropIn;
  const t = useText();
  return (
    <SettingRow label={t(`dropIns.${kind}`)} hint={t(`dropIns.${kind}Hint`)}>
      <Stack gap={16}>
        <Group justify="space-between" gap="8px 16px" mih={40}>
          <Text {...(since ? {} : { c: 'dimmed' })}>
            {since ? (
              <Moment instant={since}>{t('dropIns.on', { when: formatInstant(since) })}</Moment>
            ) : (
              t('dropIns.off')
            )}
          </Text>
          <ChangeButton projectId={project.id} kind={kind} isOn={since !== null} />
        </Group>
        <WorkedExample text={t('dropIns.example')} code={EXAMPLES[kind](project, mail)} />
      </Stack>
    </SettingRow>
  );
}

function ChangeButton({ projectId, kind, isOn }: { projectId: string; kind: DropInKind; isOn: boolean }) {
  const t = useText();
  const queries = useQueryClient();
  const [confirm, confirmDialog] = useConfirm();
  const name = { name: t(`dropIns.${kind}`) };
  const change = async () => {
    await changeDropIn(projectId, kind, !isOn);
    toastSuccess(t(isOn ? 'dropIns.disabled' : 'dropIns.enabled', name));
    await queries.invalidateQueries({ queryKey: dropInsQuery(projectId).queryKey });
  };
  const ask = () =>
    confirm(
      isOn
        ? {
            ...{ title: t('dropIns.disableTitle', name), text: t('dropIns.disableText') },
            ...{ action: t('dropIns.disable'), busyLabel: t('dropIns.disabling'), call: change },
          }
        : {
            ...{ title: t('dropIns.enableTitle', name), harmless: true },
            text: [t('dropIns.enableText'), t(`dropIns.${kind}Risk`)],
            ...{ action: t('dropIns.enable'), busyLabel: t('dropIns.enabling'), call: change },
          },
    );
  const label = t(isOn ? 'dropIns.disableTitle' : 'dropIns.enableTitle', name);
  return (
    <>
      <Button variant="outline" aria-label={label} onClick={ask}>
        {t(isOn ? 'dropIns.disable' : 'dropIns.enable')}
      </Button>
      {confirmDialog}
    </>
  );
}

export default withTexts(DropInsPage, dropIns);
