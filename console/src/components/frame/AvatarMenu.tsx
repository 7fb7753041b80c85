// The account menu: the signed-in person, their team, and the links that belong to no project.
import type { Profile, Team } from '@godwit/contract/accounts/accounts';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@godwit/contract/languages';
import { Anchor, Box, Button, Group, SegmentedControl, Text, UnstyledButton } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { profileQuery, teamsQuery } from '../../api/accounts.ts';
import { formatShortDay } from '../../format.ts';
import { paths } from '../../paths.ts';
import { saveChosenLanguage, signOut, switchTeam } from '../../session/signIn.ts';
import { useLanguage } from '../../text/language.ts';
import { useText } from '../../text/useText.ts';
import { toastError } from '../toast/toast.ts';
import { AccountPopover } from './AccountPopover.tsx';
import classes from './Frame.module.css';
import { useChooseLanguage } from './useChooseLanguage.ts';

/** A null `profile` is a visitor of a public page. `team` is omitted on pages that do not know it. */
export function AvatarMenu({ profile, team }: { profile: Profile | null; team?: Team }) {
  const t = useText();
  const fullName = profile ? `${profile.first_name} ${profile.last_name}` : t('avatar.signedOut');
  const letter = profile?.first_name.slice(0, 1).toUpperCase();
  return (
    <AccountPopover
      name={fullName}
      avatar={letter ?? <IconUser size={20} stroke={1.75} aria-hidden="true" />}
      choices={<LanguageSwitch saves={profile !== null} />}
      about={(close) => (
        <>
          <Text fw={600}>{team?.name || fullName}</Text>
          {profile ? <Text c="dimmed">{profile.email}</Text> : null}
          {profile && team ? <Verified profile={profile} onFollow={close} /> : null}
        </>
      )}
    >
      {(close) =>
        profile ? (
          <AccountLinks personId={profile.id} team={team} onFollow={close} />
        ) : (
          <LoginLink onFollow={close} />
        )
      }
    </AccountPopover>
  );
}

/** `saves` also saves the language to the account, for mails and other browsers. */
function LanguageSwitch({ saves }: { saves: boolean }) {
  const t = useText();
  const client = useQueryClient();
  const { language } = useLanguage();
  async function save(): Promise<void> {
    try {
      const saved = await saveChosenLanguage();
      if (saved) client.setQueryData(profileQuery.queryKey, (old) => old && { ...old, language: saved });
    } catch {
      toastError(t('language.notKept'));
    }
  }
  const choose = useChooseLanguage(saves ? save : undefined);
  return (
    <SegmentedControl
      fullWidth
      mt={8}
      aria-label={t('language.choose')}
      value={language}
      onChange={(one) => choose(one as Language)}
      data={LANGUAGES.map((one) => ({ value: one, label: <span lang={one}>{LANGUAGE_NAMES[one]}</span> }))}
    />
  );
}

function Verified({ profile, onFollow }: { profile: Profile; onFollow: () => void }) {
  const t = useText();
  const { id_verified: verified, in_review_since: since } = profile;
  return (
    <Group gap="4px 8px" mt={8} fz={13} c="dimmed">
      {t(verified ? 'avatar.verified' : 'avatar.notVerified')}
      {verified ? null : (
        <Anchor component={Link} to={paths.verify} fz={13} onClick={onFollow}>
          {since === null ? t('avatar.verifyNow') : t('verify.inReviewSince', { day: formatShortDay(since) })}
        </Anchor>
      )}
    </Group>
  );
}

type LinksProps = { personId: string; team: Team | undefined; onFollow: () => void };

function AccountLinks({ personId, team, onFollow }: LinksProps) {
  const t = useText();
  return (
    <Box p={8}>
      {team ? <OtherTeams team={team} /> : null}
      <UnstyledButton component={Link} to={paths.profile} onClick={onFollow} className={classes.item}>
        {t('avatar.manage')}
      </UnstyledButton>
      <UnstyledButton component={Link} to={paths.billing} onClick={onFollow} className={classes.item}>
        {t('nav.billing')}
      </UnstyledButton>
      {team ? (
        <UnstyledButton component={Link} to={paths.team} onClick={onFollow} className={classes.item}>
          {t('field.team')}
        </UnstyledButton>
      ) : null}
      <UnstyledButton onClick={() => signOut(personId)} className={classes.item}>
        {t('avatar.logout')}
      </UnstyledButton>
    </Box>
  );
}

/** A person in several teams works for one at a time. */
function OtherTeams({ team }: { team: Team }) {
  const t = useText();
  const { data: teams = [] } = useQuery(teamsQuery);
  return teams
    .filter(({ id }) => id !== team.id)
    .map((other) => (
      <UnstyledButton key={other.id} onClick={() => switchTeam(other)} className={classes.item}>
        {t('avatar.switchTo', { team: other.name })}
      </UnstyledButton>
    ));
}

function LoginLink({ onFollow }: { onFollow: () => void }) {
  const t = useText();
  return (
    <Box px={16} py={12}>
      <Button component={Link} to={paths.login} onClick={onFollow} variant="outline" fullWidth>
        {t('action.login')}
      </Button>
    </Box>
  );
}
