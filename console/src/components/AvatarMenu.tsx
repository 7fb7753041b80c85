// Who is signed in, and what belongs to the account rather than to a project.
import type { Profile, Team } from '@godwit/contract/accounts';
import { Anchor, Button } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { teamsQuery } from '../api/accounts.ts';
import { paths } from '../paths.ts';
import { signOut, switchTeam } from '../session/signIn.ts';
import { useText } from '../text/useText.ts';
import { AccountPopover, SchemeChoice } from './AccountPopover.tsx';
import classes from './AvatarMenu.module.css';

/** `profile` null is a visitor of a public page. `team` is left out where the page does not know it. */
export function AvatarMenu({ profile, team }: { profile: Profile | null; team?: Team }) {
  const t = useText();
  const fullName = profile ? `${profile.first_name} ${profile.last_name}` : t('avatar.signedOut');
  const letter = profile?.first_name.slice(0, 1).toUpperCase();
  return (
    <AccountPopover
      name={fullName}
      avatar={letter ?? <IconUser size={20} stroke={1.75} aria-hidden="true" />}
    >
      {(close) => (
        <>
          <div className={classes.who}>
            <p className={classes.name}>{team?.name || fullName}</p>
            {profile ? <p className={classes.email}>{profile.email}</p> : null}
            {profile && team ? <Verified verified={profile.id_verified} onFollow={close} /> : null}
          </div>
          <SchemeChoice />
          {profile ? <AccountLinks team={team} onFollow={close} /> : <LoginLink onFollow={close} />}
        </>
      )}
    </AccountPopover>
  );
}

function Verified({ verified, onFollow }: { verified: boolean; onFollow: () => void }) {
  const t = useText();
  return (
    <p className={classes.verified}>
      {t(verified ? 'avatar.verified' : 'avatar.notVerified')}
      {verified ? null : (
        <Anchor component={Link} to={paths.verify} onClick={onFollow}>
          {t('avatar.verifyNow')}
        </Anchor>
      )}
    </p>
  );
}

function AccountLinks({ team, onFollow }: { team: Team | undefined; onFollow: () => void }) {
  const t = useText();
  return (
    <div className={classes.links}>
      {team ? <OtherTeams team={team} /> : null}
      <Link to={paths.profile} onClick={onFollow} className={classes.item}>
        {t('avatar.manage')}
      </Link>
      {team ? (
        <Link to={paths.team} onClick={onFollow} className={classes.item}>
          {t('field.team')}
        </Link>
      ) : null}
      <Link to={paths.billing} onClick={onFollow} className={classes.item}>
        {t('avatar.billing')}
      </Link>
      <button type="button" onClick={signOut} className={classes.item}>
        {t('avatar.logout')}
      </button>
    </div>
  );
}

/** Who is in several teams works for one of them at a time. */
function OtherTeams({ team }: { team: Team }) {
  const t = useText();
  const { data: teams = [] } = useQuery(teamsQuery);
  return teams
    .filter(({ id }) => id !== team.id)
    .map((other) => (
      <button key={other.id} type="button" onClick={() => switchTeam(other)} className={classes.item}>
        {t('avatar.switchTo', { team: other.name })}
      </button>
    ));
}

function LoginLink({ onFollow }: { onFollow: () => void }) {
  const t = useText();
  return (
    <div className={classes.login}>
      <Button component={Link} to={paths.login} onClick={onFollow} variant="outline" fullWidth>
        {t('action.login')}
      </Button>
    </div>
  );
}
