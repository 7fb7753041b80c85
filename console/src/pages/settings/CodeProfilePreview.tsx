// A profile of codes: its texts as they are sent, its limits, and a request that uses it.
import type { VerifyProfile } from '@godwit/contract/publicApi/verifyProfiles';
import { Stack, Text } from '@mantine/core';
import { Dialog, type Opening } from '../../components/dialog/Dialog.tsx';
import { WorkedExample } from '../../components/WorkedExample.tsx';
import { countryName } from '../../countryName.ts';
import { formatCount } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { Fact, Facts, Passage } from '../../ui/Facts.tsx';
import { languageOf, previewOf, requestOf, USUAL } from './codeProfile.ts';
import { useShownProject } from './shownProject.ts';

export function PreviewDialog({ profile, ...opening }: Opening & { profile: VerifyProfile }) {
  const t = useText();
  const { id: projectId } = useShownProject();
  const { texts, countries } = profile;
  const limits = [
    [t('codeProfiles.length'), profile.code_length ?? USUAL.length],
    [t('codeProfiles.lifetime'), profile.expires_in_s ?? USUAL.lifetime],
    [t('codeProfiles.checks'), profile.max_checks ?? USUAL.checks],
    [t('codeProfiles.sends'), profile.max_sends ?? USUAL.sends],
    [t('codeProfiles.pause'), profile.resend_after_s ?? USUAL.pause],
  ] as const;
  return (
    <Dialog {...opening} title={profile.name} size={640}>
      <Stack gap={24}>
        <Texts texts={texts} digits={profile.code_length ?? USUAL.length} />
        <Facts even>
          {limits.map(([name, value]) => (
            <Fact key={name} name={name}>
              {formatCount(value)}
            </Fact>
          ))}
          <Fact name={t('codeProfiles.countries')} whole>
            {countries?.map(countryName).join(', ') ?? t('codeProfiles.everywhere')}
          </Fact>
        </Facts>
        <WorkedExample text={t('codeProfiles.request')} code={requestOf(projectId, profile)} />
      </Stack>
    </Dialog>
  );
}

function Texts({ texts, digits }: Pick<VerifyProfile, 'texts'> & { digits: number }) {
  const t = useText();
  if (texts === null) return <Text c="dimmed">{t('codeProfiles.usual')}</Text>;
  return Object.entries(texts).map(([locale, typed]) => {
    const { text, ...counts } = previewOf(typed, digits);
    return (
      <div key={locale}>
        <Text fw={500}>
          {languageOf(locale, t)}{' '}
          <Text span fz={13} c="dimmed">
            {t('codeProfiles.segments', counts)}
          </Text>
        </Text>
        <div style={{ display: 'flex' }}>
          <Passage>{text}</Passage>
        </div>
      </div>
    );
  });
}
