// The account, at `/profile`: the user's details, sign-in settings, projects and sessions.
import {
  changePasswordRequest,
  type Session,
  updateProfileRequest,
} from '@godwit/contract/accounts/accounts';
import type { ProjectSummary } from '@godwit/contract/projects';
import { Anchor, Box, Button, Flex, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { IconCheck } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { profileQuery } from '../../api/accounts.ts';
import {
  changePassword,
  endOtherSessions,
  openAccountFile,
  sessionsQuery,
  updateProfile,
} from '../../api/profile.ts';
import { projectsQuery } from '../../api/projects.ts';
import { CopyId } from '../../components/CopyButton.tsx';
import { Dialog, DialogForm, type Opening } from '../../components/dialog/Dialog.tsx';
import { validateBy } from '../../components/form/errors.ts';
import { checkConfirm, NewPasswordField } from '../../components/form/NewPasswordField.tsx';
import { PasswordField } from '../../components/form/PasswordField.tsx';
import { useAction, useSchemaForm, useSubmit } from '../../components/form/useSubmit.ts';
import { Page } from '../../components/frame/Page.tsx';
import { DownloadButton, DownloadLine, useDownload } from '../../components/list/Download.tsx';
import { List } from '../../components/list/List.tsx';
import { parsePage, useAddress } from '../../components/list/useAddress.ts';
import { Moment } from '../../components/Moment.tsx';
import { toastSuccess } from '../../components/toast/toast.ts';
import { formatDay } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useProfile } from '../../session/context.ts';
import { profile } from '../../text/profile/en.ts';
import { secondFactor } from '../../text/secondFactor/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Card } from '../../ui/Card.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { Section } from '../../ui/Section.tsx';
import { SettingRow } from '../../ui/SettingRow.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { SecondFactorRow } from './SecondFactorRow.tsx';

/** The number of rows on a page of the lists here. */
const PAGE_SIZE = 10;

/** The page of a list that the client has in full. */
export const parseClientPage = (params: URLSearchParams) => ({ page: parsePage(params).page });

/** Returns one page of `rows` in the form of the server's list pages; pages count from 1. */
export const pageOf = <Row,>(rows: readonly Row[], page: number) => ({
  results: rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
  total: rows.length,
  total_pages: Math.ceil(rows.length / PAGE_SIZE),
});

function ProfilePage() {
  const t = useText();
  return (
    <Page title={t('profile.title')} back={{ to: paths.home }}>
      <Stack gap={40}>
        <Card padded={false}>
          <AccountSettings />
          <SecondFactorRow />
        </Card>
        <Projects />
        <LoginSessions />
        <Card padded={false}>
          <ExportAccount />
          <DeleteAccount />
        </Card>
      </Stack>
    </Page>
  );
}

export default withTexts(ProfilePage, { ...profile, ...secondFactor });

function AccountSettings() {
  const t = useText();
  const profile = useProfile();
  const [nameOpened, nameDialog] = useDisclosure(false);
  const [passwordOpened, passwordDialog] = useDisclosure(false);
  // On phones the two buttons fill one line, or one line each.
  const button = { variant: 'outline', flex: { base: '1 0 auto', xs: 'none' } } as const;
  return (
    <SettingRow label={t('profile.account')}>
      <Box pt={{ base: 0, sm: 10 }}>
        <Facts>
          <Fact name={t('field.email')} whole>
            {profile.email}
          </Fact>
          <Fact name={t('profile.firstName')}>{profile.first_name}</Fact>
          <Fact name={t('profile.lastName')}>{profile.last_name}</Fact>
          <Fact name={t('profile.created')}>
            <Moment instant={profile.created_at}>{formatDay(profile.created_at)}</Moment>
          </Fact>
          <Fact name={t('field.region')}>{t(`region.${profile.region_code}`)}</Fact>
        </Facts>
      </Box>
      <Group gap={12} mt={24}>
        <Button {...button} onClick={nameDialog.open}>
          {t('profile.changeName')}
        </Button>
        <Button {...button} onClick={passwordDialog.open}>
          {t('profile.changePassword')}
        </Button>
      </Group>
      <Dialog opened={nameOpened} onClose={nameDialog.close} title={t('profile.changeName')}>
        <NameForm onClose={nameDialog.close} />
      </Dialog>
      <Dialog
        opened={passwordOpened}
        onClose={passwordDialog.close}
        title={t('profile.changePassword')}
        closeOnClickOutside={false}
      >
        <PasswordForm onClose={passwordDialog.close} />
      </Dialog>
    </SettingRow>
  );
}

/** Downloads all data about the user as a file. */
function ExportAccount() {
  const t = useText();
  const download = useDownload();
  return (
    <SettingRow label={t('profile.export')} hint={t('profile.exportWhat')}>
      <DownloadLine download={download} />
      <DownloadButton download={download} source={{ file: 'account.jsonl', open: openAccountFile }}>
        {t('profile.exportDownload')}
      </DownloadButton>
    </SettingRow>
  );
}

function NameForm({ onClose }: Pick<Opening, 'onClose'>) {
  const t = useText();
  const queries = useQueryClient();
  const { first_name, last_name } = useProfile();
  const { form, ...submission } = useSchemaForm({
    schema: updateProfileRequest,
    initialValues: { first_name, last_name },
    call: async (values) => {
      queries.setQueryData(profileQuery.queryKey, await updateProfile(values));
      toastSuccess(t('profile.nameSaved'));
      onClose();
    },
    once: true,
    inPlace: true,
  });
  return (
    <DialogForm {...submission} action={t('action.save')} busyLabel={t('action.saving')} onCancel={onClose}>
      <TextInput
        label={t('profile.firstName')}
        data-autofocus
        autoComplete="given-name"
        {...form.getInputProps('first_name')}
      />
      <TextInput
        label={t('profile.lastName')}
        autoComplete="family-name"
        {...form.getInputProps('last_name')}
      />
    </DialogForm>
  );
}

const checkPasswords = validateBy(changePasswordRequest);

/** Requires the current password. The server then ends all other sessions. */
function PasswordForm({ onClose }: Pick<Opening, 'onClose'>) {
  const t = useText();
  const queries = useQueryClient();
  const form = useForm({
    initialValues: { current_password: '', password: '', confirm: '' },
    validate: (values) => ({ ...checkPasswords(values), ...checkConfirm(values, t) }),
  });
  const submission = useSubmit({
    form,
    call: async ({ confirm: _, ...values }) => {
      await changePassword(values);
      void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      toastSuccess(t('profile.passwordSaved'));
      onClose();
    },
    once: true,
    inPlace: true,
  });
  const field = form.getInputProps;
  return (
    <DialogForm
      {...submission}
      text={t('profile.passwordText')}
      action={t('action.save')}
      busyLabel={t('action.saving')}
      onCancel={onClose}
    >
      <PasswordField
        label={t('profile.currentPassword')}
        autoComplete="current-password"
        data-autofocus
        {...field('current_password')}
      />
      <NewPasswordField label={t('profile.newPassword')} {...field('password')} />
      <PasswordField label={t('reset.confirm')} autoComplete="new-password" {...field('confirm')} />
    </DialogForm>
  );
}

/** The user's projects and roles. */
function Projects() {
  const t = useText();
  const projects = useQuery(projectsQuery);
  const paging = useAddress(parseClientPage, { prefix: 'projects_' });
  const columns: Column<ProjectSummary>[] = [
    {
      id: 'name',
      head: t('profile.projectName'),
      width: '32%',
      cell: (project) => <ProjectLink {...project} />,
    },
    { id: 'role', head: t('profile.projectRole'), width: '16%', cell: ({ role }) => t(`role.${role}`) },
    { id: 'timezone', head: t('profile.projectTimezone'), width: '24%', cell: ({ timezone }) => timezone },
    {
      id: 'id',
      head: t('profile.projectId'),
      cell: ({ id }) => <CopyId id={id} label={t('profile.copyProjectId')} row />,
    },
  ];
  return (
    <Section title={t('field.projects')}>
      <List
        label={t('field.projects')}
        found={{ ...projects, data: projects.data && pageOf(projects.data, paging.state.page) }}
        paging={paging}
        columns={columns}
        rowKey={({ id }) => id}
        stacked={(project) => <StackedProject {...project} />}
        empty={t('profile.noProjects')}
      />
    </Section>
  );
}

function ProjectLink({ id, name, archived_at }: ProjectSummary) {
  const t = useText();
  return (
    <Anchor component={Link} to={paths.settings(id)} underline="hover" style={{ overflowWrap: 'anywhere' }}>
      {archived_at === null ? name : t('project.archivedName', { name })}
    </Anchor>
  );
}

function StackedProject(project: ProjectSummary) {
  const t = useText();
  return (
    <>
      <Flex justify="space-between" gap={16}>
        <ProjectLink {...project} />
        <Text flex="none">{t(`role.${project.role}`)}</Text>
      </Flex>
      <Flex align="center" justify="space-between" gap={16} fz={13} c="dimmed">
        {project.timezone}
        <CopyId id={project.id} label={t('profile.copyProjectId')} row />
      </Flex>
    </>
  );
}

/** The user's sessions, with the current one marked, and a button to end all others. */
function LoginSessions() {
  const t = useText();
  const sessions = useQuery(sessionsQuery);
  const paging = useAddress(parseClientPage, { prefix: 'sessions_' });
  // The current session comes first, even if later ones exist.
  const rows = sessions.data?.toSorted((a, b) => Number(b.is_current_session) - Number(a.is_current_session));
  const columns: Column<Session>[] = [
    {
      id: 'location',
      head: t('sessions.location'),
      width: '32%',
      cell: (session) => <SessionPlace {...session} />,
    },
    {
      id: 'device',
      head: t('sessions.device'),
      width: '24%',
      cell: ({ device, user_agent }) => <span title={user_agent}>{device}</span>,
    },
    { id: 'ip', head: t('sessions.ip'), width: '20%', cell: ({ ip }) => ip },
    { id: 'time', head: t('sessions.time'), cell: ({ created_at }) => <Moment instant={created_at} row /> },
  ];
  return (
    <Section title={t('sessions.title')} actions={<EndOtherSessions />}>
      <List
        label={t('sessions.title')}
        found={{ ...sessions, data: rows && pageOf(rows, paging.state.page) }}
        paging={paging}
        columns={columns}
        rowKey={({ id }) => id}
        stacked={(session) => <StackedSession {...session} />}
        empty={t('sessions.none')}
      />
    </Section>
  );
}

function SessionPlace({ country_name, is_current_session }: Session) {
  const t = useText();
  return (
    <Group component="span" display="inline-flex" gap="4px 12px">
      {country_name ?? t('sessions.unknown')}
      {is_current_session ? (
        <Pill tone="success" icon={IconCheck}>
          {t('sessions.active')}
        </Pill>
      ) : null}
    </Group>
  );
}

function StackedSession(session: Session) {
  const { device, user_agent, ip, created_at } = session;
  return (
    <>
      <Box fw={500}>
        <SessionPlace {...session} />
      </Box>
      <Group justify="space-between" gap="0 12px" fz={13} c="dimmed">
        <span title={user_agent}>
          {device} · {ip}
        </span>
        <Moment instant={created_at} />
      </Group>
    </>
  );
}

function EndOtherSessions() {
  const t = useText();
  const queries = useQueryClient();
  const { run, busy } = useAction({
    call: async () => {
      await endOtherSessions();
      await queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      toastSuccess(t('sessions.ended'));
    },
  });
  return (
    <SubmitButton variant="outline" busy={busy} busyLabel={t('sessions.ending')} onClick={() => run()}>
      {t('sessions.endOthers')}
    </SubmitButton>
  );
}
