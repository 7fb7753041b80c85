// The overview of a project's settings: name, keys, sender ids, time zone, callbacks, a first request to copy, and archiving.
import { createProjectRequest, type Project, type ProjectSender } from '@godwit/contract/projects';
import { may } from '@godwit/contract/roles';
import { SANDBOX_SENDER } from '@godwit/contract/senders';
import { Anchor, Button, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { Link } from 'react-router';
import { archiveProject, changeProject, restoreProject } from '../../api/projects.ts';
import { useConfirm } from '../../components/Confirm.tsx';
import { toastSuccess } from '../../components/toast.ts';
import { useAction, useSubmit } from '../../components/useSubmit.ts';
import { formatDay, formatInstant, formatUtc } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useProfile, useTeam } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { SettingNote, SettingRow, SettingValue } from '../../ui/SettingRow.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import controlsClasses from './controls.module.css';
import { curlSample } from './curlSample.ts';
import { CallbackSecret, ProjectKey } from './Keys.tsx';
import classes from './OverviewPage.module.css';
import { useKeepProject, useShownProject } from './shownProject.ts';
import { TimezoneField } from './TimezoneField.tsx';

export default function OverviewPage() {
  const t = useText();
  const project = useShownProject();
  const { id_verified: verified } = useProfile();
  const mayChange = may(project.role, 'projects');
  return (
    <Card padded={false}>
      <SettingRow label={t('project.name')}>
        {mayChange ? <NameField project={project} /> : <SettingValue>{project.name}</SettingValue>}
      </SettingRow>
      {mayChange ? (
        <>
          <SettingRow label={t('settings.liveKey')} hint={t('settings.liveHint')}>
            <ProjectKey project={project} mode="LIVE" />
            {verified ? null : (
              <SettingNote>
                {t.rich('settings.liveNeedsVerification', {
                  link: (words) => (
                    <Anchor key="link" component={Link} to={paths.verify}>
                      {words}
                    </Anchor>
                  ),
                })}
              </SettingNote>
            )}
          </SettingRow>
          <SettingRow label={t('settings.testKey')} hint={t('settings.testHint')}>
            <ProjectKey project={project} mode="TEST" />
          </SettingRow>
        </>
      ) : (
        <SettingRow label={t('settings.keys')}>
          <SettingValue>{t('settings.keysHidden')}</SettingValue>
        </SettingRow>
      )}
      <SettingRow label={t('field.senderIds')} hint={t('settings.sendersHint')}>
        <Senders senders={project.senders} mayRequest={mayChange} />
      </SettingRow>
      <SettingRow label={t('settings.timezone')} hint={t('settings.timezoneHint')}>
        <TimezoneField project={project} mayChange={mayChange} />
      </SettingRow>
      <SettingRow label={t('nav.api')} {...(mayChange ? { hint: t('settings.apiHint') } : {})}>
        {mayChange ? <SampleRequest project={project} /> : null}
        <ApiReference sample={mayChange} />
      </SettingRow>
      {mayChange ? (
        <SettingRow label={t('settings.callbackSecret')} hint={t('settings.callbackHint')}>
          <CallbackSecret projectId={project.id} />
        </SettingRow>
      ) : null}
      {may(project.role, 'owners') ? <ArchiveRow project={project} /> : null}
    </Card>
  );
}

function ApiReference({ sample }: { sample: boolean }) {
  const t = useText();
  const link = (words: React.ReactNode) => (
    <Anchor key="link" component={Link} to={paths.api}>
      {words}
    </Anchor>
  );
  return sample ? (
    <SettingNote>{t.rich('settings.apiReference', { link })}</SettingNote>
  ) : (
    <SettingValue>{t.rich('settings.apiReferenceOnly', { link })}</SettingValue>
  );
}

function Senders({ senders, mayRequest }: { senders: ProjectSender[]; mayRequest: boolean }) {
  const t = useText();
  return (
    <>
      {senders.length > 0 ? (
        <ul className={classes.senders}>
          {senders.map((sender) => (
            <li key={sender.id}>
              <strong>{sender.id}</strong>
              <span>{t(sender.is_promotional ? 'senderKind.promotional' : 'senderKind.transactional')}</span>
              <time dateTime={sender.created_at} title={formatUtc(sender.created_at)}>
                {t('settings.added', { day: formatDay(sender.created_at) })}
              </time>
            </li>
          ))}
        </ul>
      ) : (
        <SettingValue>{t('sender.none', { sandbox: SANDBOX_SENDER })}</SettingValue>
      )}
      {mayRequest ? (
        <Anchor className={classes.request ?? ''} component={Link} to={paths.senderId}>
          {t('action.requestSender')}
        </Anchor>
      ) : null}
    </>
  );
}

// The project's name, changed in place. Save wakes when something changed.
function NameField({ project }: { project: Project }) {
  const t = useText();
  const keep = useKeepProject();
  const form = useForm({
    initialValues: { name: project.name },
    validate: schemaResolver(createProjectRequest, { sync: true }),
  });
  const isChanged = form.values.name.trim() !== project.name;
  const { submit, busy } = useSubmit({
    form,
    call: async ({ name }) => {
      if (!isChanged) return;
      const renamed = await changeProject(project.id, { name });
      keep(renamed);
      form.setValues({ name: renamed.name });
      toastSuccess(t('settings.nameSaved'));
    },
  });
  return (
    <form onSubmit={submit} noValidate className={controlsClasses.line}>
      <TextInput
        className={controlsClasses.wide ?? ''}
        aria-label={t('project.name')}
        maxLength={100}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      {/* Not truly disabled, so that the focus stays on it when there is nothing more to save. */}
      <SubmitButton
        busy={busy}
        busyLabel={t('action.saving')}
        {...(isChanged ? {} : { 'data-disabled': true, 'aria-disabled': true })}
      >
        {t('action.save')}
      </SubmitButton>
    </form>
  );
}

// Archiving a project, which ends its sending and keeps what there is, and bringing it back.
function ArchiveRow({ project }: { project: Project }) {
  const t = useText();
  const { archived_at: archivedAt } = project;
  return (
    <SettingRow label={t('settings.archive')} hint={t('settings.archiveHint')}>
      {archivedAt === null ? (
        <Archive project={project} />
      ) : (
        <>
          <Restore project={project} />
          <SettingNote>{t('settings.archivedSince', { when: formatInstant(archivedAt) })}</SettingNote>
        </>
      )}
    </SettingRow>
  );
}

function Archive({ project }: { project: Project }) {
  const t = useText();
  const keep = useKeepProject();
  const [ask, question] = useConfirm();
  const archive = () =>
    ask({
      title: t('settings.archiveAction'),
      text: [t('settings.archiveText', { project: project.name }), t('settings.archiveNext')],
      action: t('settings.archive'),
      busyLabel: t('settings.archiving'),
      call: async () => {
        keep(await archiveProject(project.id));
        toastSuccess(t('settings.archived'));
      },
    });
  return (
    <>
      <Button variant="outline" color="red" onClick={archive}>
        {t('settings.archiveAction')}
      </Button>
      {question}
    </>
  );
}

function Restore({ project }: { project: Project }) {
  const t = useText();
  const keep = useKeepProject();
  const { run, busy } = useAction({
    call: async () => {
      keep(await restoreProject(project.id));
      toastSuccess(t('settings.restored'));
    },
  });
  return (
    <SubmitButton variant="outline" busy={busy} busyLabel={t('settings.restoring')} onClick={() => run()}>
      {t('settings.restore')}
    </SubmitButton>
  );
}

// A request that sends a test message, ready to paste into a terminal.
/** Shown with the key hidden, copied with the key. */
function SampleRequest({ project }: { project: Project }) {
  const t = useText();
  const { region } = useTeam();
  const { id: projectId, api_key_test: key } = project;
  const sample = (shownKey: string) =>
    curlSample({ origin: location.origin, projectId, key: shownKey, regionId: region.id });
  return (
    <div className={classes.sample}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label={t('settings.sample')}>
        <pre>{sample(`${key.slice(0, 8)}••••${key.slice(-4)}`)}</pre>
      </section>
      <CopyButton
        value={sample(key)}
        label={t('settings.copySample')}
        copiedLabel={t('action.copied')}
        shownMs={6000}
        size={34}
      />
    </div>
  );
}
