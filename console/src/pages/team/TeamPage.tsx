// The team, at `/team`: its members and invitations, and the rights of each role. Owners have single sign-on
// at `/team/single-sign-on`.
import { type Action, may, ROLES, type Role } from '@godwit/contract/roles';
import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCheck } from '@tabler/icons-react';
import { useLocation } from 'react-router';
import { Page } from '../../components/frame/Page.tsx';
import { SectionMenu } from '../../components/frame/SectionMenu.tsx';
import { paths } from '../../paths.ts';
import { useMay, useTeam } from '../../session/context.ts';
import { team } from '../../text/team/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Card } from '../../ui/Card.tsx';
import { type Column, DataTable, Lines } from '../../ui/DataTable.tsx';
import { SettingRow } from '../../ui/SettingRow.tsx';
import { Invitations, InviteDialog } from './Invitations.tsx';
import { Members } from './Members.tsx';
import { RenameDialog } from './RenameDialog.tsx';
import { SingleSignOn } from './SingleSignOn.tsx';

function TeamPage() {
  const t = useText();
  const { name } = useTeam();
  const mayInvite = useMay('members');
  const isOwner = useMay('owners');
  const [inviteOpened, inviteDialog] = useDisclosure(false);
  const [renameOpened, renameDialog] = useDisclosure(false);
  const { pathname } = useLocation();
  const people = (
    <Card padded={false}>
      <SettingRow label={t('team.name')} hint={t('team.renameText')}>
        <Group justify="space-between" gap="8px 16px">
          <Text flex={1} py={{ base: 0, sm: 10 }} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          {isOwner ? (
            <Button variant="outline" onClick={renameDialog.open}>
              {t('team.rename')}
            </Button>
          ) : null}
        </Group>
      </SettingRow>
      <Members />
      {mayInvite ? <Invitations /> : null}
      <RolesTable />
    </Card>
  );
  return (
    <Page
      title={t('field.team')}
      subtitle={name}
      actions={mayInvite ? <Button onClick={inviteDialog.open}>{t('team.invite')}</Button> : null}
    >
      {isOwner ? (
        <SectionMenu
          label={t('field.team')}
          parts={[
            [paths.team, t('field.members')],
            [paths.teamSignOn, t('team.signOn')],
          ]}
        >
          {pathname === paths.teamSignOn ? <SingleSignOn /> : people}
        </SectionMenu>
      ) : (
        people
      )}
      {isOwner ? <RenameDialog opened={renameOpened} onClose={renameDialog.close} /> : null}
      {mayInvite ? <InviteDialog opened={inviteOpened} onClose={inviteDialog.close} /> : null}
    </Page>
  );
}

const ACTIONS: Action[] = [
  'read',
  'send',
  'contacts',
  'projects',
  'verification',
  'billing',
  'members',
  'owners',
];

/** Shows the permissions of each role. The server uses the same table. */
function RolesTable() {
  const t = useText();
  const title = t('team.rolesTitle');
  const column = (role: Role): Column<Action> => ({
    id: role,
    head: t(`role.${role}`),
    width: '12%',
    cell: (action) =>
      may(role, action) ? (
        <IconCheck display="block" color="var(--success)" size={18} role="img" aria-label={t('team.yes')} />
      ) : (
        <Text span c="dimmed">
          {t('team.no')}
        </Text>
      ),
  });
  const stacked = (action: Action) => (
    <>
      <Text>{t(`may.${action}`)}</Text>
      <Text span fz={13} c="dimmed">
        {ROLES.filter((role) => may(role, action))
          .map((role) => t(`role.${role}`))
          .join(', ')}
      </Text>
    </>
  );
  return (
    <SettingRow label={title} hint={t('team.rolesHint')}>
      <DataTable
        bare
        label={title}
        rows={ACTIONS}
        rowKey={(action) => action}
        columns={[
          { id: 'action', head: t('team.action'), cell: (action) => <Lines>{t(`may.${action}`)}</Lines> },
          ...ROLES.map(column),
        ]}
        stackBelow="48em"
        stacked={stacked}
      />
    </SettingRow>
  );
}

export default withTexts(TeamPage, team);
