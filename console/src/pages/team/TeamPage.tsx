// The team, at `/team`: who is in it, who is invited, and what each role may do.

import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Page } from '../../components/Page.tsx';
import { useMay, useTeam } from '../../session/context.ts';
import { team } from '../../text/team.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Invitations } from './Invitations.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { Members } from './Members.tsx';
import { RolesTable } from './RolesTable.tsx';
import classes from './TeamPage.module.css';

function TeamPage() {
  const t = useText();
  const { name } = useTeam();
  const mayInvite = useMay('members');
  const [inviting, dialog] = useDisclosure(false);
  return (
    <Page
      title={t('team.title')}
      subtitle={name}
      actions={mayInvite ? <Button onClick={dialog.open}>{t('team.invite')}</Button> : null}
    >
      <div className={classes.sections}>
        <Members />
        {mayInvite ? <Invitations /> : null}
        <RolesTable />
      </div>
      {mayInvite ? <InviteDialog opened={inviting} onClose={dialog.close} /> : null}
    </Page>
  );
}

export default withTexts(TeamPage, team);
