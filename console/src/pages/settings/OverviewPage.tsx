// The overview of a project's settings: name, keys, sender ids, time zone, quiet hours, callbacks, the API,
// and archiving.

import { createProjectRequest } from '@godwit/contract/projectName';
import type { Project } from '@godwit/contract/projects';
import { may } from '@godwit/contract/roles';
import { isName, SANDBOX_SENDER } from '@godwit/contract/senders';
import { zonedTime } from '@godwit/contract/timezones';
import { Anchor, Button, type ComboboxItem, type OptionsFilter, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { archiveProject, changeProject, restoreProject, timezonesQuery } from '../../api/projects.ts';
import { senderRequestsQuery } from '../../api/requests.ts';
import { useConfirm } from '../../components/dialog/Confirm.tsx';
import { validateBy } from '../../components/form/errors.ts';
import { useAction, useSubmit } from '../../components/form/useSubmit.ts';
import { Moment } from '../../components/Moment.tsx';
import { toastSuccess } from '../../components/toast/toast.ts';
import { formatDay, formatInstant } from '../../format.ts';
import { paths } from '../../paths.ts';
import { classOfSender } from '../../senderClass.ts';
import { useProfile } from '../../session/context.ts';
import { type Translate, useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { linkTo } from '../../ui/richText.tsx';
import { SettingNote, SettingRow, SettingValue } from '../../ui/SettingRow.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { CallbackSecret, ProjectKey } from './Keys.tsx';
import classes from './overview.module.css';
import { QuietHoursField } from './QuietHoursField.tsx';
import { ReadyForLive } from './ReadyForLive.tsx';
import { useCacheProject, useShownProject } from './shownProject.ts';
import { TestCallbackForm } from './TestCallbackForm.tsx';

/** Returns the offset of a time zone at an instant: `UTC+05:30`. */
export function utcOffset(timezone: string, at = new Date()): string {
  return `UTC${zonedTime(at, timezone).utc_offset}`;
}

const normalize = (text: string): string => text.toLowerCase().replaceAll(/[_/()]+/g, ' ');

/** Whether a label such as `America/New_York (UTC-04:00)` contains each typed word: `new york`, `+05:30`. */
export function matchesZone(label: string, search: string): boolean {
  const zone = normalize(label);
  return normalize(search)
    .split(' ')
    .every((word) => zone.includes(word));
}

export default function OverviewPage() {
  const t = useText();
  const project = useShownProject();
  const { id_verified: verified } = useProfile();
  const mayChange = may(project.role, 'projects');
  return (
    <>
      <ReadyForLive project={project} />
      <Card padded={false}>
        <SettingRow id="name" label={t('project.name')}>
          {mayChange ? <NameField project={project} /> : <SettingValue>{project.name}</SettingValue>}
        </SettingRow>
        {mayChange ? (
          <>
            <SettingRow id="keys" label={t('settings.liveKey')} hint={t('settings.liveHint')}>
              <ProjectKey project={project} mode="LIVE" />
              {verified ? null : (
                <SettingNote>
                  {t.rich('settings.liveNeedsVerification', { link: linkTo(paths.verify) })}
                </SettingNote>
              )}
            </SettingRow>
            <SettingRow label={t('settings.testKey')} hint={t('settings.testHint')}>
              <ProjectKey project={project} mode="TEST" />
            </SettingRow>
          </>
        ) : (
          <SettingRow id="keys" label={t('settings.keys')}>
            <SettingValue>{t('settings.keysHidden')}</SettingValue>
          </SettingRow>
        )}
        <SettingRow id="senders" label={t('field.senderIds')} hint={t('settings.sendersHint')}>
          <Senders project={project} mayRequest={mayChange} />
        </SettingRow>
        <SettingRow id="timezone" label={t('settings.timezone')} hint={t('settings.timezoneHint')}>
          <TimezoneField project={project} mayChange={mayChange} />
        </SettingRow>
        <SettingRow id="quiet-hours" label={t('settings.quiet')} hint={t('settings.quietHint')}>
          <QuietHoursField project={project} />
        </SettingRow>
        {mayChange ? (
          <>
            <SettingRow label={t('nav.api')}>
              <SettingValue>{t.rich('settings.api', { link: linkTo(paths.api) })}</SettingValue>
            </SettingRow>
            <SettingRow
              id="callback-secret"
              label={t('settings.callbackSecret')}
              hint={t('settings.callbackHint')}
            >
              <CallbackSecret projectId={project.id} />
            </SettingRow>
            <SettingRow label={t('settings.testCallback')} hint={t('settings.testCallbackHint')}>
              <TestCallbackForm key={project.id} projectId={project.id} />
            </SettingRow>
          </>
        ) : null}
        {may(project.role, 'owners') ? <ArchiveRow project={project} /> : null}
      </Card>
    </>
  );
}

/** The sender ids of the project, and those that are requested. */
function Senders({ project: { id, senders }, mayRequest }: { project: Project; mayRequest: boolean }) {
  const t = useText();
  const requests = useQuery(senderRequestsQuery(id)).data ?? [];
  const pending = requests.filter(({ status }) => status === 'PENDING');
  return (
    <>
      {senders.length + pending.length > 0 ? (
        <ul className={classes.senders}>
          {senders.map((sender) => (
            <li key={sender.id}>
              <strong>{sender.id}</strong>
              <span>{isName(sender.id) ? t(`senderClass.${classOfSender(sender)}`) : null}</span>
              <Moment instant={sender.created_at}>
                {t('settings.added', { day: formatDay(sender.created_at) })}
              </Moment>
            </li>
          ))}
          {pending.map((request) => (
            <li key={request.id}>
              <strong>{request.sender_id}</strong>
              <span>{t(`senderClass.${classOfSender(request)}`)}</span>
              <span>{t('status.inReview')}</span>
            </li>
          ))}
        </ul>
      ) : (
        <SettingValue>{t('sender.none', { sandbox: SANDBOX_SENDER })}</SettingValue>
      )}
      {mayRequest ? (
        <Anchor display="inline-block" mt={16} component={Link} to={paths.senderId}>
          {t('action.requestSender')}
        </Anchor>
      ) : null}
    </>
  );
}

const labelOf = (t: Translate, zone: string): string =>
  t('settings.timezoneValue', { zone, offset: utcOffset(zone) });

const filter: OptionsFilter = ({ options, search }) =>
  (options as ComboboxItem[]).filter(({ label }) => matchesZone(label, search));

function TimezoneField({ project, mayChange }: { project: Project; mayChange: boolean }) {
  const t = useText();
  const { timezone, day_timezone: dayTimezone } = project;
  return (
    <>
      {mayChange ? <ZoneSelect project={project} /> : <SettingValue>{labelOf(t, timezone)}</SettingValue>}
      {dayTimezone === timezone ? null : (
        <SettingNote>{t('settings.timezoneFrom', { zone: timezone, counted: dayTimezone })}</SettingNote>
      )}
    </>
  );
}

function ZoneSelect({ project }: { project: Project }) {
  const t = useText();
  const cacheProject = useCacheProject();
  const { run, busy } = useAction({
    call: async (zone: string) => {
      cacheProject(await changeProject(project.id, { timezone: zone }));
      toastSuccess(t('settings.timezoneSaved'));
    },
  });
  const { data } = useQuery(timezonesQuery);
  const { timezone } = project;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every render makes a new `t` with the same texts
  const zones = useMemo(() => {
    const ids = data?.map(({ id }) => id) ?? [timezone];
    return ids.map((id) => ({ value: id, label: labelOf(t, id) }));
  }, [data, timezone]);

  return (
    <Select
      aria-label={t('settings.timezone')}
      aria-busy={busy || undefined}
      data={zones}
      value={timezone}
      onChange={(zone) => zone !== null && zone !== timezone && run(zone)}
      searchable
      filter={filter}
      nothingFoundMessage={t('settings.noTimezone')}
      maxDropdownHeight={260}
    />
  );
}

// The project's name. Save is enabled after a change.
function NameField({ project }: { project: Project }) {
  const t = useText();
  const cacheProject = useCacheProject();
  const form = useForm({
    initialValues: { name: project.name },
    validate: validateBy(createProjectRequest),
  });
  const isChanged = form.values.name.trim() !== project.name;
  const { submit, busy } = useSubmit({
    form,
    call: async ({ name }) => {
      if (!isChanged) return;
      const renamed = await changeProject(project.id, { name });
      cacheProject(renamed);
      form.setValues({ name: renamed.name });
      toastSuccess(t('settings.nameSaved'));
    },
  });
  return (
    <form onSubmit={submit} noValidate className={classes.line}>
      <TextInput
        className={classes.wide}
        aria-label={t('project.name')}
        maxLength={100}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      {/* aria-disabled instead of disabled, so the button keeps the focus after saving. */}
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

/** Archives a project, which stops sending and keeps its data, or restores it. */
function ArchiveRow({ project }: { project: Project }) {
  const t = useText();
  const cacheProject = useCacheProject();
  const [confirm, confirmDialog] = useConfirm();
  const archive = () =>
    confirm({
      title: t('settings.archiveAction'),
      text: [t('settings.archiveText', { project: project.name }), t('settings.archiveNext')],
      action: t('settings.archive'),
      busyLabel: t('settings.archiving'),
      call: async () => {
        cacheProject(await archiveProject(project.id));
        toastSuccess(t('settings.archived'));
      },
    });
  const { run: restore, busy } = useAction({
    call: async () => {
      cacheProject(await restoreProject(project.id));
      toastSuccess(t('settings.restored'));
    },
  });
  return (
    <SettingRow id="archive" label={t('settings.archive')} hint={t('settings.archiveHint')}>
      {project.archived_at === null ? (
        <Button variant="outline" color="red" onClick={archive}>
          {t('settings.archiveAction')}
        </Button>
      ) : (
        <>
          <SubmitButton
            variant="outline"
            busy={busy}
            busyLabel={t('settings.restoring')}
            onClick={() => restore()}
          >
            {t('settings.restore')}
          </SubmitButton>
          <SettingNote>
            {t('settings.archivedSince', { when: formatInstant(project.archived_at) })}
          </SettingNote>
        </>
      )}
      {confirmDialog}
    </SettingRow>
  );
}
