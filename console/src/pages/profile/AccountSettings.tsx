// Account Settings: who the account belongs to; name and password are changed in dialogs.
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { formatDay, formatUtc } from '../../format.ts';
import { useProfile } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Section } from '../../ui/Section.tsx';
import { ChangeName } from './ChangeName.tsx';
import { ChangePassword } from './ChangePassword.tsx';

export function AccountSettings() {
  const t = useText();
  const profile = useProfile();
  const [naming, name] = useDisclosure(false);
  const [securing, password] = useDisclosure(false);
  return (
    <Section
      title={t('profile.account')}
      actions={
        <>
          <Button variant="outline" onClick={name.open}>
            {t('profile.changeName')}
          </Button>
          <Button variant="outline" onClick={password.open}>
            {t('profile.changePassword')}
          </Button>
        </>
      }
    >
      <Card>
        <Facts>
          <Fact name={t('profile.email')} whole>
            {profile.email}
          </Fact>
          <Fact name={t('profile.firstName')}>{profile.first_name}</Fact>
          <Fact name={t('profile.lastName')}>{profile.last_name}</Fact>
          <Fact name={t('profile.created')}>
            <time dateTime={profile.created_at} title={formatUtc(profile.created_at)}>
              {formatDay(profile.created_at)}
            </time>
          </Fact>
          <Fact name={t('profile.region')}>{t(`region.${profile.region_code}`)}</Fact>
        </Facts>
      </Card>
      <ChangeName opened={naming} onClose={name.close} />
      <ChangePassword opened={securing} onClose={password.close} />
    </Section>
  );
}
